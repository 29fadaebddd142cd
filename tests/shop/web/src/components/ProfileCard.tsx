import { useEffect, useState } from "react";
import { displayName, getUserInfo, GUEST } from "../api";

interface Props {
  userId: number;
}

export function ProfileCard({ userId }: Props) {
  const [user, setUser] = useState(GUEST);

  useEffect(() => {
    getUserInfo(userId).then(setUser);
  }, [userId]);

  return (
    <section className="profile">
      <h2>{displayName(user)}</h2>
      {user.guest && <a href="/sign-in">Sign in</a>}
    </section>
  );
}
