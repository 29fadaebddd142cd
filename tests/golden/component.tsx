import React, { type ReactNode } from "react";

type Props<T> = { items: T[]; render?: (item: T) => ReactNode };

export function List<T extends { id: string }>({ items, render }: Props<T>): JSX.Element {
  const [open, setOpen] = React.useState<boolean>(false);
  const first = useRef<HTMLDivElement>(null) as Ref;
  return <ul ref={first}>{items.map((item) => <Item<T> key={item.id} {...item} render={render!} />)}</ul>;
}

export default React.forwardRef<Ref, Props<number>>((props, ref) => <List {...props} />);
