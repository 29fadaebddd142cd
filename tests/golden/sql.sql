-- Who buys.
CREATE TABLE IF NOT EXISTS public.users (
    id   bigint PRIMARY KEY, -- its number
    name text DEFAULT 'a; b'
);
create unique index concurrently users_name on users (name);
CREATE INDEX ON users (id);

/* Those who pay. */
CREATE OR REPLACE VIEW "paying users" AS SELECT * FROM users;
INSERT INTO users VALUES (1, 'it''s -- no comment; CREATE TABLE no');
CREATE FUNCTION shop.total(n int) RETURNS int AS $$
BEGIN
  CREATE TABLE inner_table (a int);
  RETURN n;
END;
$$ LANGUAGE plpgsql;
CREATE TYPE mood AS ENUM ('ok', 'größe');

DELIMITER //
CREATE DEFINER=`root`@`%` PROCEDURE `count_all`()
BEGIN
  SELECT 1;
  SELECT 2;
END //
DELIMITER ;
CREATE TRIGGER touch BEFORE UPDATE ON users EXECUTE FUNCTION total();
ALTER TABLE users ADD COLUMN age int;
