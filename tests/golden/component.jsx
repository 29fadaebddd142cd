import { Button, Menu } from "./ui";

/** Greets. */
export default function Greeting({ user, onClose }) {
  const items = user.items.map((item) => <Menu.Item key={item.id} label="one">{item.name}</Menu.Item>);
  return (
    <div className="box" onClick={onClose}>
      Hello {user.name}, welcome
      <Button primary {...user.props} icon={<svg:path d="M0" />} />
      <>{items}</>
    </div>
  );
}

export const Row = React.memo(({ cells }) => <tr>{cells}</tr>);
module.exports = class extends React.Component { render() { return <Row cells={this.props.cells} />; } };
