/** Tables of the shop. Amounts are in EUR and net. */
export const tables = `
CREATE SCHEMA IF NOT EXISTS shop;
CREATE TABLE IF NOT EXISTS shop.tenants (tenant_id uuid PRIMARY KEY, name text NOT NULL, organization_id text NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS shop.users (
  user_id uuid PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES shop.tenants, name text NOT NULL, token_digest text NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS shop.prices (tld text, action text, net_per_year numeric(12, 2) NOT NULL, PRIMARY KEY (tld, action));
CREATE TABLE IF NOT EXISTS shop.orders (
  tenant_id uuid REFERENCES shop.tenants, order_id uuid, domain text NOT NULL, batch_id text, PRIMARY KEY (tenant_id, order_id)
);
CREATE TABLE IF NOT EXISTS shop.invoice_lines (
  billing_transaction_id text, kind text, organization_id text NOT NULL, booked_on timestamptz NOT NULL, text text NOT NULL,
  net numeric(12, 2) NOT NULL, tax numeric(12, 2) NOT NULL, PRIMARY KEY (billing_transaction_id, kind)
);
CREATE TABLE IF NOT EXISTS shop.mails (position bigint PRIMARY KEY, organization_id text NOT NULL, subject text NOT NULL);
INSERT INTO shop.prices VALUES ('com', 'create', 12), ('com', 'renew', 14.50), ('de', 'create', 6), ('de', 'renew', 7.90)
ON CONFLICT DO NOTHING`
