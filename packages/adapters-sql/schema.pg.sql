CREATE TABLE acme_accounts (
  authority text COLLATE "C" NOT NULL,
  sealed_key text NOT NULL,
  url text,
  clear_on timestamp with time zone NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT acme_accounts_pkey PRIMARY KEY (authority)
);

CREATE TABLE acme_challenges (
  token text COLLATE "C" NOT NULL,
  response text NOT NULL,
  certificate_id text COLLATE "C" NOT NULL,
  dns_zone_id text COLLATE "C",
  dns_name text COLLATE "C",
  dns_serial bigint,
  created_on timestamp with time zone NOT NULL,
  confirmed_on timestamp with time zone,
  CONSTRAINT acme_challenges_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(certificate_id),
  CONSTRAINT acme_challenges_pkey PRIMARY KEY (token)
);

CREATE TABLE agent_policies (
  organization_id text COLLATE "C" NOT NULL,
  require_web_approval boolean NOT NULL,
  daily_spend_limit bigint,
  read_only boolean NOT NULL,
  rest_access boolean DEFAULT false NOT NULL,
  show_auth_codes boolean,
  require_web_approval_for_risks boolean,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT agent_policies_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE agent_spending (
  organization_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT agent_spending_pkey PRIMARY KEY (organization_id, day, currency)
);

CREATE TABLE api_keys (
  api_key_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  api_key_name text COLLATE "C" NOT NULL,
  api_key_description text,
  api_key_last_four text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  client_secret_hash text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  last_used_on timestamp with time zone,
  last_used_address text,
  expires_at timestamp with time zone,
  deleted_on timestamp with time zone,
  restrictions text,
  agent_client_id text COLLATE "C",
  agent_user_id text COLLATE "C",
  CONSTRAINT api_keys_pkey PRIMARY KEY (api_key_id)
);

CREATE TABLE applicant_declaration_tokens (
  token_hash text COLLATE "C" NOT NULL,
  declaration_id text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT applicant_declaration_tokens_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES applicant_declarations(declaration_id),
  CONSTRAINT applicant_declaration_tokens_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE applicant_declarations (
  declaration_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  domain_id text COLLATE "C" NOT NULL,
  domain_name text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  subscriber_name text NOT NULL,
  is_person boolean NOT NULL,
  identity_type text,
  identity_value text,
  version text NOT NULL,
  recipient text NOT NULL,
  locale text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL,
  registration text NOT NULL,
  billing_transaction_ids text NOT NULL,
  signature text,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  next_action_on timestamp with time zone,
  CONSTRAINT applicant_declarations_domain_id_key UNIQUE (domain_id),
  CONSTRAINT applicant_declarations_pkey PRIMARY KEY (declaration_id),
  CONSTRAINT applicant_declarations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'expired'::text, 'failed'::text])))
);

CREATE TABLE approval_keys (
  key_id text COLLATE "C" NOT NULL,
  environment text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  secret text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  retired_on timestamp with time zone,
  CONSTRAINT approval_keys_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  CONSTRAINT approval_keys_pkey PRIMARY KEY (key_id)
);

CREATE TABLE approval_steps (
  step_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  approval_id text COLLATE "C" NOT NULL,
  step text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  note text,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT approval_steps_pkey PRIMARY KEY (step_no)
);

CREATE TABLE approvals (
  approval_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  scopes text NOT NULL,
  operation_id text COLLATE "C" NOT NULL,
  action_hash text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  safety text NOT NULL,
  rights text NOT NULL,
  message text NOT NULL,
  summary text NOT NULL,
  changes text NOT NULL,
  contents text,
  cost_amount bigint,
  cost_currency text COLLATE "C",
  note text,
  decision text COLLATE "C",
  decided_by text COLLATE "C",
  decided_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  consumed_on timestamp with time zone,
  http_status integer,
  CONSTRAINT approvals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text]))),
  CONSTRAINT approvals_path_check CHECK ((path = ANY (ARRAY['elicitation'::text, 'token'::text]))),
  CONSTRAINT approvals_pkey PRIMARY KEY (approval_id)
);

CREATE TABLE billing_transactions (
  billing_transaction_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  payer_id text COLLATE "C" NOT NULL,
  product_type text COLLATE "C" NOT NULL,
  product_reference text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  volume bigint NOT NULL,
  unit text COLLATE "C",
  price bigint NOT NULL,
  tax_rate bigint NOT NULL,
  tax_amount bigint NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  completed_on timestamp with time zone,
  CONSTRAINT billing_transactions_check CHECK ((amount = (price + tax_amount))),
  CONSTRAINT billing_transactions_pkey PRIMARY KEY (billing_transaction_id),
  CONSTRAINT billing_transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);

CREATE TABLE branding_assets (
  asset_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size_bytes integer NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT branding_assets_organization_id_sha256_key UNIQUE (organization_id, sha256),
  CONSTRAINT branding_assets_pkey PRIMARY KEY (asset_id),
  CONSTRAINT branding_assets_sha256_fkey FOREIGN KEY (sha256) REFERENCES branding_files(sha256)
);

CREATE TABLE branding_documents (
  organization_id text COLLATE "C" NOT NULL,
  auth text,
  CONSTRAINT branding_documents_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE branding_files (
  sha256 text COLLATE "C" NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  png bytea,
  CONSTRAINT branding_files_pkey PRIMARY KEY (sha256)
);

CREATE TABLE branding_senders (
  organization_id text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  selector text COLLATE "C" NOT NULL,
  private_key text NOT NULL,
  public_key text NOT NULL,
  status text COLLATE "C" NOT NULL,
  found text NOT NULL,
  checked_on timestamp with time zone,
  verified_on timestamp with time zone,
  due_on timestamp with time zone NOT NULL,
  version integer NOT NULL,
  CONSTRAINT branding_senders_pkey PRIMARY KEY (organization_id),
  CONSTRAINT branding_senders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'failed'::text])))
);

CREATE TABLE branding_versions (
  organization_id text COLLATE "C" NOT NULL,
  version_number integer NOT NULL,
  document text NOT NULL,
  performed_by_type text COLLATE "C" NOT NULL,
  performed_by_id text COLLATE "C",
  restored_from integer,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT branding_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES branding_documents(organization_id),
  CONSTRAINT branding_versions_pkey PRIMARY KEY (organization_id, version_number)
);

CREATE TABLE certificate_issues (
  authority text COLLATE "C" NOT NULL,
  registered_domain text COLLATE "C" NOT NULL,
  issued_on timestamp with time zone NOT NULL,
  certificate_id text COLLATE "C" NOT NULL,
  names text COLLATE "C" NOT NULL,
  is_ordered boolean NOT NULL,
  CONSTRAINT certificate_issues_pkey PRIMARY KEY (authority, registered_domain, issued_on, certificate_id)
);

CREATE TABLE certificate_names (
  name text COLLATE "C" NOT NULL,
  certificate_id text COLLATE "C" NOT NULL,
  CONSTRAINT certificate_names_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(certificate_id),
  CONSTRAINT certificate_names_pkey PRIMARY KEY (name, certificate_id)
);

CREATE TABLE certificate_owners (
  certificate_id text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  CONSTRAINT certificate_owners_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(certificate_id),
  CONSTRAINT certificate_owners_pkey PRIMARY KEY (certificate_id, owner)
);

CREATE TABLE certificates (
  certificate_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C",
  names text COLLATE "C" NOT NULL,
  authority text COLLATE "C",
  chain text,
  sealed_key text,
  renewal_id text COLLATE "C",
  issued_on timestamp with time zone,
  expires_on timestamp with time zone,
  renew_on timestamp with time zone,
  order_step text COLLATE "C" NOT NULL,
  order_authority text COLLATE "C",
  order_url text,
  order_sealed_key text,
  failures integer NOT NULL,
  check_failures integer NOT NULL,
  error_code text COLLATE "C",
  error_message text,
  due_on timestamp with time zone NOT NULL,
  warned_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT certificates_names_key UNIQUE (names),
  CONSTRAINT certificates_order_step_check CHECK ((order_step = ANY (ARRAY['none'::text, 'intended'::text, 'placed'::text]))),
  CONSTRAINT certificates_pkey PRIMARY KEY (certificate_id)
);

CREATE TABLE change_consumers (
  name text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  process_id text COLLATE "C",
  updated_on timestamp with time zone,
  CONSTRAINT change_consumers_pkey PRIMARY KEY (name)
);

CREATE TABLE change_feed (
  feed bigint NOT NULL,
  last bigint NOT NULL,
  removed_through bigint NOT NULL,
  CONSTRAINT change_feed_pkey PRIMARY KEY (feed)
);

CREATE TABLE claims_notices (
  acceptance_hash text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  claims_key text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  notice_id text COLLATE "C" NOT NULL,
  validator text COLLATE "C",
  not_after timestamp with time zone NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  CONSTRAINT claims_notices_pkey PRIMARY KEY (acceptance_hash)
);

CREATE TABLE contact_attribute_link_counts (
  contact_attribute_set_id text COLLATE "C" NOT NULL,
  shard integer NOT NULL,
  links integer NOT NULL,
  CONSTRAINT contact_attribute_link_counts_pkey PRIMARY KEY (contact_attribute_set_id, shard)
);

CREATE TABLE contact_attribute_links (
  contact_attribute_link_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  contact_attribute_set_id text COLLATE "C" NOT NULL,
  tld text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT contact_attribute_links_contact_attribute_set_id_fkey FOREIGN KEY (contact_attribute_set_id) REFERENCES contact_attribute_sets(contact_attribute_set_id),
  CONSTRAINT contact_attribute_links_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(contact_id),
  CONSTRAINT contact_attribute_links_pkey PRIMARY KEY (contact_attribute_link_id)
);

CREATE TABLE contact_attribute_set_counts (
  organization_id text COLLATE "C" NOT NULL,
  tld text COLLATE "C" NOT NULL,
  shard integer NOT NULL,
  sets integer NOT NULL,
  CONSTRAINT contact_attribute_set_counts_pkey PRIMARY KEY (organization_id, tld, shard)
);

CREATE TABLE contact_attribute_sets (
  contact_attribute_set_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  tld text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  label_folded text COLLATE "C" NOT NULL,
  attributes text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT contact_attribute_sets_pkey PRIMARY KEY (contact_attribute_set_id)
);

CREATE TABLE contact_claims (
  contact_id text COLLATE "C" NOT NULL,
  claim text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  method text COLLATE "C",
  proof text COLLATE "C",
  attestation_reference text,
  eid_scheme text,
  level_of_assurance text COLLATE "C",
  verified_on timestamp with time zone,
  expires_on timestamp with time zone,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT contact_claims_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(contact_id),
  CONSTRAINT contact_claims_pkey PRIMARY KEY (contact_id, claim),
  CONSTRAINT contact_claims_state_check CHECK ((state = ANY (ARRAY['UNVERIFIED'::text, 'VERIFIED'::text, 'IN_PROGRESS'::text])))
);

CREATE TABLE contact_counts (
  organization_id text COLLATE "C" NOT NULL,
  shard integer NOT NULL,
  contacts integer NOT NULL,
  CONSTRAINT contact_counts_pkey PRIMARY KEY (organization_id, shard)
);

CREATE TABLE contact_demands (
  contact_id text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL,
  domain_name text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  handle text COLLATE "C",
  claims text NOT NULL,
  CONSTRAINT contact_demands_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(contact_id),
  CONSTRAINT contact_demands_pkey PRIMARY KEY (contact_id, registry, domain_name)
);

CREATE TABLE contact_status_tags (
  organization_id text COLLATE "C" NOT NULL,
  tag_type text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  CONSTRAINT contact_status_tags_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(contact_id),
  CONSTRAINT contact_status_tags_pkey PRIMARY KEY (organization_id, tag_type, contact_id)
);

CREATE TABLE contact_tags (
  organization_id text COLLATE "C" NOT NULL,
  tag_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  CONSTRAINT contact_tags_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(contact_id),
  CONSTRAINT contact_tags_pkey PRIMARY KEY (organization_id, tag_id, contact_id)
);

CREATE TABLE contact_verifications (
  contact_verification_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  verified_on timestamp with time zone,
  canceled_on timestamp with time zone,
  CONSTRAINT contact_verifications_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(contact_id),
  CONSTRAINT contact_verifications_pkey PRIMARY KEY (contact_verification_id),
  CONSTRAINT contact_verifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'canceled'::text]))),
  CONSTRAINT contact_verifications_type_check CHECK ((type = ANY (ARRAY['api'::text, 'email'::text])))
);

CREATE TABLE contacts (
  contact_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  first_name text COLLATE "C" NOT NULL,
  last_name text COLLATE "C" NOT NULL,
  org text,
  title text,
  email text COLLATE "C" NOT NULL,
  phone text NOT NULL,
  fax text,
  street text NOT NULL,
  city text NOT NULL,
  state text,
  postal_code text NOT NULL,
  country text COLLATE "C" NOT NULL,
  disclose boolean NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (contact_id)
);

CREATE TABLE custom_roles (
  organization_id text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_folded text COLLATE "C" NOT NULL,
  description text,
  permissions text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL
);

CREATE TABLE dns_aliases (
  dns_zone_id text COLLATE "C" NOT NULL,
  zone_name text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  ipv4 text NOT NULL,
  ipv6 text NOT NULL,
  ttl integer NOT NULL,
  due_on timestamp with time zone NOT NULL,
  CONSTRAINT dns_aliases_pkey PRIMARY KEY (dns_zone_id, name)
);

CREATE TABLE dns_challenge_secret (
  secret_no integer NOT NULL,
  secret text NOT NULL,
  CONSTRAINT dns_challenge_secret_pkey PRIMARY KEY (secret_no),
  CONSTRAINT dns_challenge_secret_secret_no_check CHECK ((secret_no = 1))
);

CREATE TABLE dns_nameservers (
  nameserver_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  nameserver text COLLATE "C" NOT NULL,
  registered_on timestamp with time zone NOT NULL,
  seen_on timestamp with time zone NOT NULL,
  fill_round integer NOT NULL,
  filled_to text COLLATE "C" NOT NULL,
  CONSTRAINT dns_nameservers_nameserver_key UNIQUE (nameserver),
  CONSTRAINT dns_nameservers_pkey PRIMARY KEY (nameserver_no)
);

CREATE TABLE dns_publications (
  zone_name text COLLATE "C" NOT NULL,
  nameserver_no integer NOT NULL,
  dns_zone_id text COLLATE "C" NOT NULL,
  serial_wanted bigint,
  serial_served bigint,
  wanted_on timestamp with time zone NOT NULL,
  served_on timestamp with time zone,
  behind_since timestamp with time zone,
  due_on timestamp with time zone,
  process_id text COLLATE "C",
  attempts integer NOT NULL,
  problem text,
  CONSTRAINT dns_publications_pkey PRIMARY KEY (zone_name, nameserver_no)
);

CREATE TABLE dns_removed_zones (
  name text COLLATE "C" NOT NULL,
  serial bigint NOT NULL,
  CONSTRAINT dns_removed_zones_pkey PRIMARY KEY (name)
);

CREATE TABLE dns_rrsets (
  dns_zone_id text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  ttl integer NOT NULL,
  records text NOT NULL,
  protected_reason text,
  CONSTRAINT dns_rrsets_pkey PRIMARY KEY (dns_zone_id, sort_key, type)
);

CREATE TABLE dns_trusted_organizations (
  organization_id text COLLATE "C" NOT NULL,
  trusted_on timestamp with time zone NOT NULL,
  CONSTRAINT dns_trusted_organizations_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE dns_zone_changes (
  dns_zone_id text COLLATE "C" NOT NULL,
  serial bigint NOT NULL,
  changeset_id text NOT NULL,
  cause text NOT NULL,
  changed_by text,
  changed_on timestamp with time zone NOT NULL,
  num_changes integer NOT NULL,
  content text NOT NULL,
  CONSTRAINT dns_zone_changes_pkey PRIMARY KEY (dns_zone_id, serial)
);

CREATE TABLE dns_zone_counts (
  organization_id text COLLATE "C" NOT NULL,
  suffix text COLLATE "C" NOT NULL,
  dnssec_status text COLLATE "C" NOT NULL,
  shard integer NOT NULL,
  zones integer NOT NULL,
  CONSTRAINT dns_zone_counts_pkey PRIMARY KEY (organization_id, suffix, dnssec_status, shard)
);

CREATE TABLE dns_zone_keys (
  zone_key_id text COLLATE "C" NOT NULL,
  dns_zone_id text COLLATE "C" NOT NULL,
  key_tag integer NOT NULL,
  public_key text NOT NULL,
  sealed_private_key text NOT NULL,
  digest_sha256 text NOT NULL,
  digest_sha384 text NOT NULL,
  is_delegated boolean NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT dns_zone_keys_pkey PRIMARY KEY (zone_key_id)
);

CREATE TABLE dns_zone_signing (
  dns_zone_id text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  state text COLLATE "C" NOT NULL,
  serial bigint NOT NULL,
  due_on timestamp with time zone,
  attempts integer NOT NULL,
  is_exposed boolean NOT NULL,
  retreats boolean NOT NULL,
  diagnostic text,
  renew_on timestamp with time zone NOT NULL,
  CONSTRAINT dns_zone_signing_pkey PRIMARY KEY (dns_zone_id),
  CONSTRAINT dns_zone_signing_state_check CHECK ((state = ANY (ARRAY['unsigned'::text, 'signing'::text, 'submitting'::text, 'deferred'::text, 'published'::text, 'skipped'::text, 'failed'::text, 'introducing'::text, 'doubling'::text, 'doubled'::text, 'replacing'::text, 'retiring'::text, 'retreating'::text, 'withdrawing'::text, 'withdrawn'::text])))
);

CREATE TABLE dns_zone_states (
  dns_zone_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  suffix text COLLATE "C",
  serial bigint NOT NULL,
  nameservers text NOT NULL,
  rname text NOT NULL,
  dnssec_status text COLLATE "C" NOT NULL,
  dnssec_registry_publish text,
  vanity_nameserver_set_id text COLLATE "C",
  rrset_count integer NOT NULL,
  record_count integer NOT NULL,
  record_characters integer DEFAULT 0 NOT NULL,
  ownership text COLLATE "C" NOT NULL,
  proof text COLLATE "C",
  was_held boolean NOT NULL,
  is_served boolean NOT NULL,
  displaced_on timestamp with time zone,
  missing text DEFAULT '[]'::text NOT NULL,
  checked_on timestamp with time zone,
  check_due_on timestamp with time zone,
  check_begun_on timestamp with time zone,
  check_ended_on timestamp with time zone,
  failed_checks integer DEFAULT 0 NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT dns_zone_states_ownership_check CHECK ((ownership = ANY (ARRAY['held'::text, 'proven'::text, 'unproven'::text]))),
  CONSTRAINT dns_zone_states_pkey PRIMARY KEY (dns_zone_id) INCLUDE (updated_on)
);

CREATE TABLE dns_zone_tags (
  organization_id text COLLATE "C" NOT NULL,
  tag_id text COLLATE "C" NOT NULL,
  dns_zone_id text COLLATE "C" NOT NULL,
  CONSTRAINT dns_zone_tags_dns_zone_id_fkey FOREIGN KEY (dns_zone_id) REFERENCES dns_zones(dns_zone_id),
  CONSTRAINT dns_zone_tags_pkey PRIMARY KEY (organization_id, tag_id, dns_zone_id)
);

CREATE TABLE dns_zones (
  dns_zone_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  suffix text COLLATE "C",
  dnssec_status text COLLATE "C" NOT NULL,
  vanity_nameserver_set_id text COLLATE "C",
  is_served boolean NOT NULL,
  displaced_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT dns_zones_dnssec_status_check CHECK ((dnssec_status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  CONSTRAINT dns_zones_pkey PRIMARY KEY (dns_zone_id)
);

CREATE TABLE domain_combinations (
  combination_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  owner_no integer NOT NULL,
  tld text COLLATE "C" NOT NULL,
  state integer NOT NULL,
  flags integer NOT NULL,
  registrar_credential_id text COLLATE "C" NOT NULL,
  CONSTRAINT domain_combinations_owner_no_tld_state_flags_registrar_cred_key UNIQUE (owner_no, tld, state, flags, registrar_credential_id),
  CONSTRAINT domain_combinations_pkey PRIMARY KEY (combination_no)
);

CREATE TABLE domain_contacts (
  contact_id text COLLATE "C" NOT NULL,
  domain_no integer NOT NULL,
  CONSTRAINT domain_contacts_pkey PRIMARY KEY (contact_id, domain_no)
);

CREATE TABLE domain_counts (
  owner_no integer NOT NULL,
  dimension smallint NOT NULL,
  member_no integer NOT NULL,
  shard smallint NOT NULL,
  n integer NOT NULL,
  CONSTRAINT domain_counts_pkey PRIMARY KEY (owner_no, dimension, member_no, shard)
);

CREATE TABLE domain_dnssec_data (
  domain_dnssec_data_id text COLLATE "C" NOT NULL,
  domain_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  record_type text COLLATE "C" NOT NULL,
  algorithm integer NOT NULL,
  key_tag integer,
  digest_type integer,
  digest text,
  flags integer,
  protocol integer,
  public_key text,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT domain_dnssec_data_pkey PRIMARY KEY (domain_dnssec_data_id),
  CONSTRAINT domain_dnssec_data_record_type_check CHECK ((record_type = ANY (ARRAY['ds_data'::text, 'key_data'::text])))
);

CREATE TABLE domain_keys (
  domain_no integer NOT NULL,
  domain_id text COLLATE "C" NOT NULL,
  owner_no integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  sld text COLLATE "C" NOT NULL,
  combination_no integer NOT NULL,
  flags integer NOT NULL,
  nameserver_set_no integer NOT NULL,
  tag_set_no integer NOT NULL,
  created_on bigint NOT NULL,
  updated_on bigint NOT NULL,
  expires_on bigint NOT NULL,
  registered_on bigint NOT NULL,
  transferred_on bigint NOT NULL,
  CONSTRAINT domain_keys_pkey PRIMARY KEY (domain_no)
);

CREATE TABLE domain_nameserver_sets (
  nameserver_set_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  hostnames text COLLATE "C" NOT NULL,
  retired_on timestamp with time zone,
  CONSTRAINT domain_nameserver_sets_pkey PRIMARY KEY (nameserver_set_no)
);

CREATE TABLE domain_owners (
  owner_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  CONSTRAINT domain_owners_organization_id_key UNIQUE (organization_id),
  CONSTRAINT domain_owners_pkey PRIMARY KEY (owner_no)
);

CREATE TABLE domain_quotes (
  quote_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  command text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  order_hash text COLLATE "C" NOT NULL,
  prices text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  used_on timestamp with time zone,
  CONSTRAINT domain_quotes_command_check CHECK ((command = ANY (ARRAY['create'::text, 'renew'::text, 'transfer'::text, 'restore'::text]))),
  CONSTRAINT domain_quotes_pkey PRIMARY KEY (quote_id)
);

CREATE TABLE domain_statistics (
  organization_id text COLLATE "C" NOT NULL,
  scope smallint NOT NULL,
  day text COLLATE "C" NOT NULL,
  tld text COLLATE "C" NOT NULL,
  shard smallint NOT NULL,
  created integer DEFAULT 0 NOT NULL,
  transferred integer DEFAULT 0 NOT NULL,
  deleted integer DEFAULT 0 NOT NULL,
  transferred_out integer DEFAULT 0 NOT NULL,
  renewed integer DEFAULT 0 NOT NULL,
  restored integer DEFAULT 0 NOT NULL,
  CONSTRAINT domain_statistics_pkey PRIMARY KEY (organization_id, scope, day, tld, shard)
);

CREATE TABLE domain_tag_set_members (
  owner_no integer NOT NULL,
  tag_id text COLLATE "C" NOT NULL,
  tag_set_no integer NOT NULL,
  CONSTRAINT domain_tag_set_members_pkey PRIMARY KEY (owner_no, tag_id, tag_set_no)
);

CREATE TABLE domain_tag_sets (
  tag_set_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  owner_no integer NOT NULL,
  tags text COLLATE "C" NOT NULL,
  CONSTRAINT domain_tag_sets_pkey PRIMARY KEY (tag_set_no)
);

CREATE TABLE domains (
  domain_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  domain_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sld text COLLATE "C" NOT NULL,
  tld text COLLATE "C" NOT NULL,
  roid text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL,
  registry_account_id text COLLATE "C" NOT NULL,
  registrar text COLLATE "C" NOT NULL,
  registrar_credential_id text COLLATE "C",
  renewal_mode text COLLATE "C" NOT NULL,
  is_premium boolean NOT NULL,
  read_only boolean NOT NULL,
  registry_statuses text NOT NULL,
  contacts text NOT NULL,
  nameservers text NOT NULL,
  auth_code text,
  auth_code_expires_on timestamp with time zone,
  attributes text NOT NULL,
  verification_required text,
  policy_verification text,
  registered_on timestamp with time zone,
  expires_on timestamp with time zone,
  transferred_on timestamp with time zone,
  canceled_on timestamp with time zone,
  deleted_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  unpaid_renewal_on timestamp with time zone,
  next_action_on timestamp with time zone,
  grace_charges text DEFAULT '[]'::text NOT NULL,
  CONSTRAINT domains_domain_id_key UNIQUE (domain_id),
  CONSTRAINT domains_name_key UNIQUE (name),
  CONSTRAINT domains_pkey PRIMARY KEY (domain_no)
);

CREATE TABLE events (
  event_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C",
  object_name text COLLATE "C",
  type text COLLATE "C",
  subtype text COLLATE "C",
  event_data text NOT NULL,
  principal text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  acknowledged_on timestamp with time zone,
  kind text COLLATE "C",
  is_listed boolean DEFAULT true NOT NULL,
  counted_tld text COLLATE "C",
  position bigint,
  CONSTRAINT events_pkey PRIMARY KEY (event_id)
);

CREATE TABLE hosts (
  host_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  hostname text COLLATE "C" NOT NULL,
  domain_id text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL,
  ip_addresses text NOT NULL,
  status text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT hosts_hostname_key UNIQUE (hostname),
  CONSTRAINT hosts_pkey PRIMARY KEY (host_id)
);

CREATE TABLE idempotency_keys (
  organization_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  request_id text COLLATE "C",
  process_id text COLLATE "C",
  begun_on timestamp with time zone,
  answer text,
  started_on timestamp with time zone NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, idempotency_key)
);

CREATE TABLE invoice_accounts (
  payer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  closed_before timestamp with time zone NOT NULL,
  month_end timestamp with time zone NOT NULL,
  scan_from timestamp with time zone NOT NULL,
  CONSTRAINT invoice_accounts_pkey PRIMARY KEY (payer_id, currency)
);

CREATE TABLE invoice_items (
  invoice_id text COLLATE "C" NOT NULL,
  billing_transaction_id text COLLATE "C" NOT NULL,
  step text COLLATE "C" NOT NULL,
  booked_on timestamp with time zone NOT NULL,
  is_released boolean NOT NULL,
  CONSTRAINT invoice_items_pkey PRIMARY KEY (invoice_id, billing_transaction_id, step)
);

CREATE TABLE invoice_payments (
  organization_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  paid_on text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT invoice_payments_pkey PRIMARY KEY (organization_id, reference)
);

CREATE TABLE invoice_series (
  series text COLLATE "C" NOT NULL,
  last bigint NOT NULL,
  CONSTRAINT invoice_series_pkey PRIMARY KEY (series)
);

CREATE TABLE invoices (
  invoice_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  number text COLLATE "C" NOT NULL,
  document_type text COLLATE "C" NOT NULL,
  invoice_type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_status text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  issuing_date timestamp with time zone NOT NULL,
  payment_due_date timestamp with time zone NOT NULL,
  fees_amount bigint NOT NULL,
  taxes_amount bigint NOT NULL,
  rounding_amount bigint NOT NULL,
  amount bigint NOT NULL,
  paid_amount bigint NOT NULL,
  credited_amount bigint NOT NULL,
  content text NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT invoices_amount_check CHECK ((amount >= 0)),
  CONSTRAINT invoices_check CHECK ((amount = ((fees_amount + taxes_amount) + rounding_amount))),
  CONSTRAINT invoices_document_type_check CHECK ((document_type = ANY (ARRAY['invoice'::text, 'receipt'::text]))),
  CONSTRAINT invoices_invoice_type_check CHECK ((invoice_type = ANY (ARRAY['subscription'::text, 'credit'::text, 'one_off'::text]))),
  CONSTRAINT invoices_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'failed'::text, 'succeeded'::text]))),
  CONSTRAINT invoices_pkey PRIMARY KEY (invoice_id),
  CONSTRAINT invoices_status_check CHECK ((status = ANY (ARRAY['finalized'::text, 'voided'::text])))
);

CREATE TABLE ip_restrictions (
  ip_restriction_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  ip_network text COLLATE "C" NOT NULL,
  last_used_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT ip_restrictions_pkey PRIMARY KEY (ip_restriction_id)
);

CREATE TABLE job_batch_counts (
  batch_no integer NOT NULL,
  state integer NOT NULL,
  shard integer NOT NULL,
  n integer NOT NULL,
  CONSTRAINT job_batch_counts_pkey PRIMARY KEY (batch_no, state, shard)
);

CREATE TABLE job_batches (
  batch_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  label text,
  submitted_by text NOT NULL,
  traceparent text,
  total integer NOT NULL,
  created_on timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT job_batches_batch_id_key UNIQUE (batch_id),
  CONSTRAINT job_batches_pkey PRIMARY KEY (batch_no)
);

CREATE TABLE job_queues (
  queue_no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  topic text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  batch_no integer NOT NULL,
  size integer NOT NULL,
  waiting boolean NOT NULL,
  CONSTRAINT job_queues_batch_no_topic_organization_id_key UNIQUE (batch_no, topic, organization_id),
  CONSTRAINT job_queues_pkey PRIMARY KEY (queue_no)
);

CREATE TABLE job_topics (
  topic text COLLATE "C" NOT NULL,
  last_organization_id text COLLATE "C" NOT NULL,
  CONSTRAINT job_topics_pkey PRIMARY KEY (topic)
);

CREATE TABLE job_workers (
  worker_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  process_id text COLLATE "C",
  CONSTRAINT job_workers_pkey PRIMARY KEY (worker_no)
);

CREATE TABLE jobs (
  job_id text COLLATE "C" NOT NULL,
  batch_no integer,
  organization_id text COLLATE "C" NOT NULL,
  queue_no integer NOT NULL,
  topic text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  state smallint NOT NULL,
  order_no bigint NOT NULL,
  position bigint,
  ordering_key text COLLATE "C",
  ordering_wait boolean NOT NULL,
  time_wait boolean NOT NULL,
  worker_no bigint,
  attempts smallint NOT NULL,
  max_attempts smallint NOT NULL,
  backoff text,
  open_key text COLLATE "C",
  idempotency_key text COLLATE "C",
  command text COLLATE "C",
  operation text COLLATE "C",
  resource_key text COLLATE "C",
  domain_name text COLLATE "C",
  display text,
  payload text NOT NULL,
  result text,
  error_class text COLLATE "C",
  error_code text COLLATE "C",
  error_message text,
  error_details text,
  created_on timestamp with time zone NOT NULL,
  not_before timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  paused_at timestamp with time zone,
  CONSTRAINT jobs_pkey PRIMARY KEY (job_id)
);

CREATE TABLE ledger_entries (
  billing_transaction_id text COLLATE "C" NOT NULL,
  step text COLLATE "C" NOT NULL,
  payer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  wallet bigint NOT NULL,
  reserved bigint NOT NULL,
  revenue bigint NOT NULL,
  tax bigint NOT NULL,
  cash bigint NOT NULL,
  adjustments bigint NOT NULL,
  created_on timestamp with time zone NOT NULL,
  position bigint,
  CONSTRAINT ledger_entries_check CHECK (((((((wallet + reserved) + revenue) + tax) + cash) + adjustments) = 0)),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (billing_transaction_id, step)
);

CREATE TABLE ledgers (
  payer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  wallet bigint NOT NULL,
  reserved bigint NOT NULL,
  revenue bigint NOT NULL,
  tax bigint NOT NULL,
  cash bigint NOT NULL,
  adjustments bigint NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT ledgers_check CHECK (((((((wallet + reserved) + revenue) + tax) + cash) + adjustments) = 0)),
  CONSTRAINT ledgers_pkey PRIMARY KEY (payer_id, currency),
  CONSTRAINT ledgers_reserved_check CHECK ((reserved >= 0)),
  CONSTRAINT ledgers_revenue_check CHECK ((revenue >= 0)),
  CONSTRAINT ledgers_tax_check CHECK ((tax >= 0))
);

CREATE TABLE mails (
  mail_id text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C",
  template text COLLATE "C" NOT NULL,
  locale text COLLATE "C" NOT NULL,
  sender_name text NOT NULL,
  sender_address text NOT NULL,
  recipient text NOT NULL,
  message_id text NOT NULL,
  content text NOT NULL,
  status text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  error_message text,
  created_on timestamp with time zone NOT NULL,
  sent_on timestamp with time zone,
  CONSTRAINT mails_pkey PRIMARY KEY (mail_id),
  CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
);

CREATE TABLE new_object_logs (
  ordinal bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  object_log_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  details text,
  performed_by_type text COLLATE "C" NOT NULL,
  performed_by_id text COLLATE "C" NOT NULL,
  api_key_id text COLLATE "C" NOT NULL,
  server_request_id text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT new_object_logs_pkey PRIMARY KEY (ordinal)
);

CREATE TABLE object_logs (
  object_log_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  details text,
  performed_by_type text COLLATE "C" NOT NULL,
  performed_by_id text COLLATE "C" NOT NULL,
  api_key_id text COLLATE "C" NOT NULL,
  server_request_id text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT object_logs_pkey PRIMARY KEY (object_log_id)
);

CREATE TABLE organization_attributes (
  organization_attribute_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  private boolean NOT NULL,
  protected boolean NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT organization_attributes_pkey PRIMARY KEY (organization_attribute_id)
);

CREATE TABLE organization_limits (
  organization_id text COLLATE "C" NOT NULL,
  monthly_spend bigint,
  domains bigint,
  CONSTRAINT organization_limits_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE organization_vat_checks (
  organization_id text COLLATE "C" NOT NULL,
  vat_number text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  vat_checked_on timestamp with time zone,
  attempts bigint NOT NULL,
  due_on timestamp with time zone,
  version bigint NOT NULL,
  CONSTRAINT organization_vat_checks_outcome_check CHECK ((outcome = ANY (ARRAY['pending'::text, 'confirmed'::text, 'mismatch'::text, 'unregistered'::text]))),
  CONSTRAINT organization_vat_checks_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE organizations (
  organization_id text COLLATE "C" NOT NULL,
  parent_organization_id text COLLATE "C",
  family_id text COLLATE "C" NOT NULL,
  payer_id text COLLATE "C" NOT NULL,
  external_reference text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  name_folded text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  billing_mode text COLLATE "C" NOT NULL,
  country_code text COLLATE "C",
  city text COLLATE "C",
  address_1 text COLLATE "C",
  address_2 text COLLATE "C",
  postal_code text COLLATE "C",
  state text COLLATE "C",
  currency text COLLATE "C",
  default_locale text COLLATE "C",
  business_number text COLLATE "C",
  tax_id text COLLATE "C",
  tax_id_type text COLLATE "C",
  tax_rate bigint,
  billing_model text COLLATE "C" NOT NULL,
  credit_limit bigint NOT NULL,
  customer_number bigint,
  active_plan text,
  independent_billing_approved boolean NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  deleted_on timestamp with time zone,
  CONSTRAINT organizations_billing_mode_check CHECK ((billing_mode = ANY (ARRAY['consolidated'::text, 'independent'::text]))),
  CONSTRAINT organizations_billing_model_check CHECK ((billing_model = ANY (ARRAY['prepaid'::text, 'postpaid'::text]))),
  CONSTRAINT organizations_check CHECK (((currency IS NOT NULL) OR (payer_id <> organization_id))),
  CONSTRAINT organizations_parent_organization_id_fkey FOREIGN KEY (parent_organization_id) REFERENCES organizations(organization_id),
  CONSTRAINT organizations_pkey PRIMARY KEY (organization_id),
  CONSTRAINT organizations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);

CREATE TABLE passkeys (
  passkey_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  last_used_on timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (passkey_id)
);

CREATE TABLE payments (
  payment_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  billing_transaction_id text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  provider_payment_id text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  returned_amount bigint NOT NULL,
  pending_refund bigint,
  refund_transaction_id text COLLATE "C",
  refund_on timestamp with time zone,
  return_url text,
  checkout_url text,
  failure text,
  version bigint NOT NULL,
  next_check_on timestamp with time zone,
  checks bigint NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT payments_amount_check CHECK ((amount > 0)),
  CONSTRAINT payments_pending_refund_check CHECK ((pending_refund > 0)),
  CONSTRAINT payments_pkey PRIMARY KEY (payment_id),
  CONSTRAINT payments_returned_amount_check CHECK ((returned_amount >= 0)),
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

CREATE TABLE prices (
  price_list text COLLATE "C" NOT NULL,
  product_type text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  product_class text COLLATE "C" NOT NULL,
  product_action text COLLATE "C" NOT NULL,
  period_unit text COLLATE "C" NOT NULL,
  period_value bigint NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  price bigint,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT prices_pkey PRIMARY KEY (price_list, product_type, currency, product_class, product_action, period_unit, period_value, valid_from),
  CONSTRAINT prices_price_check CHECK ((price >= 0))
);

CREATE TABLE processes (
  process_id text COLLATE "C" NOT NULL,
  started_on timestamp with time zone NOT NULL,
  seen_on timestamp with time zone NOT NULL,
  CONSTRAINT processes_pkey PRIMARY KEY (process_id)
);

CREATE TABLE program_uses (
  user_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  used_on timestamp with time zone NOT NULL,
  address text COLLATE "C",
  CONSTRAINT program_uses_pkey PRIMARY KEY (user_id, client_id)
);

CREATE TABLE realm_keys (
  key_id text COLLATE "C" NOT NULL,
  environment text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  secret text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  retired_on timestamp with time zone,
  CONSTRAINT realm_keys_pkey PRIMARY KEY (key_id)
);

CREATE TABLE realm_records (
  record_id text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  grant_id text COLLATE "C",
  user_code text COLLATE "C",
  uid text COLLATE "C",
  user_id text COLLATE "C",
  created_on timestamp with time zone NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  consumed_on timestamp with time zone,
  CONSTRAINT realm_records_pkey PRIMARY KEY (record_id)
);

CREATE TABLE reconciliation_findings (
  kind text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C",
  provider text COLLATE "C",
  day text COLLATE "C" NOT NULL,
  expected text NOT NULL,
  found text NOT NULL,
  first_seen_on timestamp with time zone NOT NULL,
  resolved_on timestamp with time zone,
  run_number bigint NOT NULL,
  CONSTRAINT reconciliation_findings_pkey PRIMARY KEY (kind, object_id)
);

CREATE TABLE reconciliation_ledgers (
  payer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  wallet bigint NOT NULL,
  reserved bigint NOT NULL,
  revenue bigint NOT NULL,
  tax bigint NOT NULL,
  cash bigint NOT NULL,
  adjustments bigint NOT NULL,
  summed_before timestamp with time zone NOT NULL,
  counted_on timestamp with time zone NOT NULL,
  CONSTRAINT reconciliation_ledgers_pkey PRIMARY KEY (payer_id, currency)
);

CREATE TABLE reconciliation_runs (
  day text COLLATE "C" NOT NULL,
  ran_on timestamp with time zone NOT NULL,
  payments_due_on timestamp with time zone,
  CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (day)
);

CREATE TABLE reconciliation_unfinished (
  day text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  started_on timestamp with time zone NOT NULL,
  run_number bigint NOT NULL,
  retry_on timestamp with time zone,
  position text NOT NULL,
  CONSTRAINT reconciliation_unfinished_pkey PRIMARY KEY (day),
  CONSTRAINT reconciliation_unfinished_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'payments'::text])))
);

CREATE TABLE registrar_credentials (
  registrar_credential_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  registrar text COLLATE "C" NOT NULL,
  secrets text NOT NULL,
  generation integer NOT NULL,
  sync_status text COLLATE "C" NOT NULL,
  last_synced_on timestamp with time zone,
  next_sync_on timestamp with time zone,
  domain_count integer NOT NULL,
  skipped_count integer NOT NULL,
  error_code text COLLATE "C",
  error_message text,
  error_detail text,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT registrar_credentials_pkey PRIMARY KEY (registrar_credential_id),
  CONSTRAINT registrar_credentials_sync_status_check CHECK ((sync_status = ANY (ARRAY['pending'::text, 'running'::text, 'succeeded'::text, 'failed'::text])))
);

CREATE TABLE registrar_missing_domains (
  registrar_credential_id text COLLATE "C" NOT NULL,
  domain_id text COLLATE "C" NOT NULL,
  last_synced_on timestamp with time zone,
  CONSTRAINT registrar_missing_domains_pkey PRIMARY KEY (registrar_credential_id, domain_id)
);

CREATE TABLE registry_handles (
  registry text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  attributes text COLLATE "C" NOT NULL,
  handle text COLLATE "C" NOT NULL,
  confirmed boolean NOT NULL,
  CONSTRAINT registry_handles_pkey PRIMARY KEY (registry, contact_id, attributes)
);

CREATE TABLE registry_intents (
  intent_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  ordered_by text NOT NULL,
  registry text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  object_name text COLLATE "C" NOT NULL,
  command_id text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  billing_transaction_ids text NOT NULL,
  state text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  due_on timestamp with time zone NOT NULL,
  created_on timestamp with time zone NOT NULL,
  escalated_on timestamp with time zone,
  escalation text,
  ruling text COLLATE "C",
  process_id text COLLATE "C",
  lease integer DEFAULT 0 NOT NULL,
  conclusive_from timestamp with time zone NOT NULL,
  found_pending boolean DEFAULT false NOT NULL,
  decision text COLLATE "C",
  job_id text COLLATE "C",
  CONSTRAINT registry_intents_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT registry_intents_pkey PRIMARY KEY (intent_id),
  CONSTRAINT registry_intents_ruling_check CHECK ((ruling = ANY (ARRAY['done'::text, 'undone'::text]))),
  CONSTRAINT registry_intents_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'accepted'::text])))
);

CREATE TABLE registry_maintenances (
  registry text COLLATE "C" NOT NULL,
  maintenance_id text COLLATE "C" NOT NULL,
  starts_on timestamp with time zone NOT NULL,
  ends_on timestamp with time zone NOT NULL,
  ended_on timestamp with time zone,
  notice text NOT NULL,
  CONSTRAINT registry_maintenances_pkey PRIMARY KEY (registry, maintenance_id)
);

CREATE TABLE registry_message_failures (
  registry text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  queued_on timestamp with time zone NOT NULL,
  state text COLLATE "C" NOT NULL,
  text text NOT NULL,
  content text NOT NULL,
  problem text NOT NULL,
  attempts integer NOT NULL,
  first_failed_on timestamp with time zone NOT NULL,
  last_failed_on timestamp with time zone NOT NULL,
  CONSTRAINT registry_message_failures_pkey PRIMARY KEY (registry, message_id, queued_on),
  CONSTRAINT registry_message_failures_state_check CHECK ((state = ANY (ARRAY['failing'::text, 'parked'::text, 'retrying'::text])))
);

CREATE TABLE registry_messages (
  registry text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  queued_on timestamp with time zone NOT NULL,
  text text NOT NULL,
  payload text NOT NULL,
  received_on timestamp with time zone NOT NULL,
  raw text,
  CONSTRAINT registry_messages_pkey PRIMARY KEY (registry, message_id, queued_on)
);

CREATE TABLE registry_registrar_ids (
  account_id text COLLATE "C" NOT NULL,
  registrar_id text COLLATE "C" NOT NULL,
  seen_with text COLLATE "C" NOT NULL,
  seen_on timestamp with time zone NOT NULL,
  CONSTRAINT registry_registrar_ids_pkey PRIMARY KEY (account_id, registrar_id)
);

CREATE TABLE registry_session_slots (
  account text COLLATE "C" NOT NULL,
  slot integer NOT NULL,
  pool_id text COLLATE "C" NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  wanted boolean NOT NULL,
  process_id text COLLATE "C",
  CONSTRAINT registry_session_slots_pkey PRIMARY KEY (account, slot)
);

CREATE TABLE report_file_pieces (
  name text COLLATE "C" NOT NULL,
  piece_no integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT report_file_pieces_pkey PRIMARY KEY (name, piece_no)
);

CREATE TABLE report_requests (
  organization_id text COLLATE "C" NOT NULL,
  report_type text COLLATE "C" NOT NULL,
  requested_on timestamp with time zone,
  CONSTRAINT report_requests_pkey PRIMARY KEY (organization_id, report_type)
);

CREATE TABLE reports (
  report_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  report_type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  trigger_type text COLLATE "C" NOT NULL,
  registrar_credential_id text COLLATE "C",
  record_count integer,
  file_size_bytes bigint,
  generated_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  month text COLLATE "C",
  attempts integer NOT NULL,
  CONSTRAINT reports_pkey PRIMARY KEY (report_id),
  CONSTRAINT reports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'generating'::text, 'completed'::text, 'empty'::text, 'failed'::text]))),
  CONSTRAINT reports_trigger_type_check CHECK ((trigger_type = ANY (ARRAY['on_demand'::text, 'scheduled'::text])))
);

CREATE TABLE requests (
  ordinal bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  server_request_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  status_code integer NOT NULL,
  duration double precision NOT NULL,
  client_ip text COLLATE "C" NOT NULL,
  performed_by_type text COLLATE "C" NOT NULL,
  performed_by_id text COLLATE "C" NOT NULL,
  request_body text,
  response_body text,
  request_started_at timestamp with time zone NOT NULL,
  request_completed_at timestamp with time zone NOT NULL,
  CONSTRAINT requests_pkey PRIMARY KEY (ordinal)
);

CREATE TABLE revoked_tokens (
  jti text COLLATE "C" NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  CONSTRAINT revoked_tokens_pkey PRIMARY KEY (jti)
);

CREATE TABLE sign_in_attempts (
  subject text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  expires_on timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (subject)
);

CREATE TABLE signing_keys (
  key_id text COLLATE "C" NOT NULL,
  environment text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  retired_on timestamp with time zone,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id)
);

CREATE TABLE sim_balances (
  registry text COLLATE "C" NOT NULL,
  registrar text COLLATE "C" NOT NULL,
  balance bigint NOT NULL,
  CONSTRAINT sim_balances_pkey PRIMARY KEY (registry, registrar)
);

CREATE TABLE sim_contacts (
  registry text COLLATE "C" NOT NULL,
  handle text COLLATE "C" NOT NULL,
  sponsor text COLLATE "C" NOT NULL,
  state text NOT NULL,
  due_on timestamp with time zone,
  CONSTRAINT sim_contacts_pkey PRIMARY KEY (registry, handle)
);

CREATE TABLE sim_domains (
  registry text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sponsor text COLLATE "C" NOT NULL,
  due_on timestamp with time zone,
  state text NOT NULL,
  CONSTRAINT sim_domains_pkey PRIMARY KEY (registry, name)
);

CREATE TABLE sim_hosts (
  registry text COLLATE "C" NOT NULL,
  hostname text COLLATE "C" NOT NULL,
  parent text COLLATE "C",
  sponsor text COLLATE "C" NOT NULL,
  ip_addresses text NOT NULL,
  state text NOT NULL,
  CONSTRAINT sim_hosts_pkey PRIMARY KEY (registry, hostname)
);

CREATE TABLE sim_links (
  registry text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  CONSTRAINT sim_links_kind_check CHECK ((kind = ANY (ARRAY['contact'::text, 'host'::text]))),
  CONSTRAINT sim_links_pkey PRIMARY KEY (registry, name, kind, target)
);

CREATE TABLE sim_messages (
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  registry text COLLATE "C" NOT NULL,
  registrar text COLLATE "C" NOT NULL,
  queued_on timestamp with time zone NOT NULL,
  text text NOT NULL,
  payload text NOT NULL,
  CONSTRAINT sim_messages_pkey PRIMARY KEY (number)
);

CREATE TABLE tags (
  tag_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  label text NOT NULL,
  label_folded text COLLATE "C" NOT NULL,
  color text COLLATE "C" NOT NULL,
  description text,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT tags_pkey PRIMARY KEY (tag_id)
);

CREATE TABLE usage_hours (
  account_id text COLLATE "C" NOT NULL,
  product text COLLATE "C" NOT NULL,
  hour text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cache_read_tokens bigint NOT NULL,
  cache_write_tokens bigint NOT NULL,
  request_count bigint NOT NULL,
  CONSTRAINT usage_hours_pkey PRIMARY KEY (account_id, product, hour, model)
);

CREATE TABLE usage_keys (
  usage_key text COLLATE "C" NOT NULL,
  contents text NOT NULL,
  recorded_on timestamp with time zone NOT NULL,
  CONSTRAINT usage_keys_pkey PRIMARY KEY (usage_key)
);

CREATE TABLE user_logins (
  login text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL
);

CREATE TABLE users (
  user_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  username_folded text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  email_folded text COLLATE "C" NOT NULL,
  first_name text COLLATE "C" NOT NULL,
  last_name text COLLATE "C" NOT NULL,
  locale text COLLATE "C" NOT NULL,
  phone text COLLATE "C",
  role text COLLATE "C",
  user_attributes text NOT NULL,
  password_hash text,
  totp_secret text,
  totp_pending text,
  totp_last_step bigint,
  backup_codes text,
  credentials_changed_on timestamp with time zone,
  search_text text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (user_id)
);

CREATE TABLE vanity_nameservers (
  set_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  hostname text COLLATE "C" NOT NULL,
  dns_zone_id text COLLATE "C",
  CONSTRAINT vanity_nameservers_pkey PRIMARY KEY (set_id, "position")
);

CREATE TABLE vanity_sets (
  set_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  parent_domain_name text COLLATE "C" NOT NULL,
  soa_rname text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  is_default boolean NOT NULL,
  renewal_mode text COLLATE "C" NOT NULL,
  expires_on timestamp with time zone,
  renew_scheduled_at timestamp with time zone,
  grace_period_ends_at timestamp with time zone,
  provisioning_ends_on timestamp with time zone,
  next_action_on timestamp with time zone,
  billing_transaction_id text COLLATE "C" NOT NULL,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT vanity_sets_pkey PRIMARY KEY (set_id),
  CONSTRAINT vanity_sets_renewal_mode_check CHECK ((renewal_mode = ANY (ARRAY['renew'::text, 'expire'::text]))),
  CONSTRAINT vanity_sets_status_check CHECK ((status = ANY (ARRAY['provisioning'::text, 'active'::text, 'suspended'::text, 'failed'::text, 'deleting'::text])))
);

CREATE TABLE waitlist_applications (
  user_id text COLLATE "C" NOT NULL,
  product text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  note text,
  applied_on timestamp with time zone NOT NULL,
  decided_on timestamp with time zone,
  CONSTRAINT waitlist_applications_pkey PRIMARY KEY (user_id, product),
  CONSTRAINT waitlist_applications_product_fkey FOREIGN KEY (product) REFERENCES waitlist_products(product),
  CONSTRAINT waitlist_applications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'granted'::text, 'rejected'::text])))
);

CREATE TABLE waitlist_invitations (
  organization_id text COLLATE "C" NOT NULL,
  product text COLLATE "C" NOT NULL,
  invited_on timestamp with time zone NOT NULL,
  CONSTRAINT waitlist_invitations_pkey PRIMARY KEY (organization_id, product),
  CONSTRAINT waitlist_invitations_product_fkey FOREIGN KEY (product) REFERENCES waitlist_products(product)
);

CREATE TABLE waitlist_products (
  product text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL,
  CONSTRAINT waitlist_products_pkey PRIMARY KEY (product)
);

CREATE TABLE webhook_deliveries (
  webhook_delivery_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  webhook_endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  trigger_kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  next_attempt_on timestamp with time zone,
  last_attempt_on timestamp with time zone,
  response_status integer,
  duration integer,
  response_body text,
  error_kind text COLLATE "C",
  error_message text,
  payload text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (webhook_delivery_id),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT webhook_deliveries_trigger_kind_check CHECK ((trigger_kind = ANY (ARRAY['event'::text, 'replay'::text, 'test'::text])))
);

CREATE TABLE webhook_endpoints (
  webhook_endpoint_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  description text,
  object_types text NOT NULL,
  event_types text NOT NULL,
  event_subtypes text NOT NULL,
  enabled boolean NOT NULL,
  disabled_on timestamp with time zone,
  disabled_reason text COLLATE "C",
  failing_since timestamp with time zone,
  failed_deliveries integer NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_expires_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['requested'::text, 'gone'::text, 'failing'::text]))),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (webhook_endpoint_id)
);

CREATE TABLE whitelabel_brandings (
  whitelabel_branding_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  tier text COLLATE "C" NOT NULL,
  base_label text COLLATE "C" NOT NULL,
  base_zone text COLLATE "C" NOT NULL,
  label_changes text NOT NULL,
  own_hostname text COLLATE "C",
  dashboard_subdomain text COLLATE "C",
  auth_subdomain text COLLATE "C",
  create_zone boolean NOT NULL,
  dns_zone_id text COLLATE "C",
  enabled boolean NOT NULL,
  onboarding_status text COLLATE "C" NOT NULL,
  onboarding_step text COLLATE "C",
  failure_code text COLLATE "C",
  failure_detail text,
  attempts integer NOT NULL,
  retry_until timestamp with time zone,
  step_due_on timestamp with time zone,
  client_id text COLLATE "C",
  period text NOT NULL,
  renewal_mode text COLLATE "C" NOT NULL,
  expires_on timestamp with time zone,
  grace_period_ends_at timestamp with time zone,
  term_due_on timestamp with time zone,
  domain_check_due_on timestamp with time zone,
  open_charges text NOT NULL,
  upgrade_request text COLLATE "C",
  terminated_on timestamp with time zone,
  created_on timestamp with time zone NOT NULL,
  updated_on timestamp with time zone NOT NULL,
  CONSTRAINT whitelabel_brandings_organization_id_key UNIQUE (organization_id),
  CONSTRAINT whitelabel_brandings_pkey PRIMARY KEY (whitelabel_branding_id),
  CONSTRAINT whitelabel_brandings_tier_check CHECK ((tier = ANY (ARRAY['base'::text, 'plus'::text])))
);

CREATE TABLE whitelabel_hosts (
  hostname text COLLATE "C" NOT NULL,
  whitelabel_branding_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  pair text COLLATE "C" NOT NULL,
  dns_zone_id text COLLATE "C" NOT NULL,
  CONSTRAINT whitelabel_hosts_part_check CHECK ((part = ANY (ARRAY['app'::text, 'auth'::text]))),
  CONSTRAINT whitelabel_hosts_pkey PRIMARY KEY (hostname),
  CONSTRAINT whitelabel_hosts_state_check CHECK ((state = ANY (ARRAY['provisioning'::text, 'serving'::text, 'withdrawn'::text])))
);

CREATE TABLE whitelabel_labels (
  skeleton text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  held_until timestamp with time zone,
  CONSTRAINT whitelabel_labels_pkey PRIMARY KEY (skeleton)
);

CREATE INDEX acme_challenges_certificate ON public.acme_challenges USING btree (certificate_id);
CREATE INDEX acme_challenges_record ON public.acme_challenges USING btree (dns_zone_id, dns_name);
CREATE INDEX api_keys_agent ON public.api_keys USING btree (agent_user_id, agent_client_id) WHERE (agent_user_id IS NOT NULL);
CREATE UNIQUE INDEX api_keys_client_secret_hash ON public.api_keys USING btree (client_secret_hash);
CREATE INDEX api_keys_created ON public.api_keys USING btree (organization_id, created_on, api_key_id);
CREATE UNIQUE INDEX api_keys_key_hash ON public.api_keys USING btree (key_hash);
CREATE INDEX api_keys_role ON public.api_keys USING btree (organization_id, role) WHERE (deleted_on IS NULL);
CREATE INDEX applicant_declaration_tokens_declaration ON public.applicant_declaration_tokens USING btree (declaration_id, created_on);
CREATE INDEX applicant_declarations_due ON public.applicant_declarations USING btree (next_action_on) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX approval_keys_generation ON public.approval_keys USING btree (environment, generation);
CREATE INDEX approval_steps_approval ON public.approval_steps USING btree (approval_id, step_no);
CREATE INDEX approvals_organization ON public.approvals USING btree (organization_id, created_on, approval_id);
CREATE INDEX billing_transactions_completion ON public.billing_transactions USING btree (completed_on, billing_transaction_id) WHERE (completed_on IS NOT NULL);
CREATE UNIQUE INDEX billing_transactions_movement ON public.billing_transactions USING btree (payer_id, action, product_reference) WHERE (product_type = 'account_wallet'::text);
CREATE INDEX billing_transactions_organization_id_action ON public.billing_transactions USING btree (organization_id, action, created_on, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_organization_id_completed ON public.billing_transactions USING btree (organization_id, ((completed_on IS NULL)), completed_on, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_organization_id_created ON public.billing_transactions USING btree (organization_id, created_on, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_organization_id_reference ON public.billing_transactions USING btree (organization_id, product_reference, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_organization_id_status ON public.billing_transactions USING btree (organization_id, status, created_on, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_organization_id_type ON public.billing_transactions USING btree (organization_id, product_type, created_on, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_organization_id_updated ON public.billing_transactions USING btree (organization_id, updated_on, billing_transaction_id) WHERE (organization_id <> payer_id);
CREATE INDEX billing_transactions_payer_id_action ON public.billing_transactions USING btree (payer_id, action, created_on, billing_transaction_id);
CREATE INDEX billing_transactions_payer_id_completed ON public.billing_transactions USING btree (payer_id, ((completed_on IS NULL)), completed_on, billing_transaction_id);
CREATE INDEX billing_transactions_payer_id_created ON public.billing_transactions USING btree (payer_id, created_on, billing_transaction_id);
CREATE INDEX billing_transactions_payer_id_reference ON public.billing_transactions USING btree (payer_id, product_reference, billing_transaction_id);
CREATE INDEX billing_transactions_payer_id_status ON public.billing_transactions USING btree (payer_id, status, created_on, billing_transaction_id);
CREATE INDEX billing_transactions_payer_id_type ON public.billing_transactions USING btree (payer_id, product_type, created_on, billing_transaction_id);
CREATE INDEX billing_transactions_payer_id_updated ON public.billing_transactions USING btree (payer_id, updated_on, billing_transaction_id);
CREATE INDEX branding_assets_file ON public.branding_assets USING btree (sha256);
CREATE INDEX branding_senders_address ON public.branding_senders USING btree (address);
CREATE INDEX branding_senders_due ON public.branding_senders USING btree (due_on);
CREATE INDEX certificate_issues_age ON public.certificate_issues USING btree (issued_on);
CREATE INDEX certificate_issues_ordered ON public.certificate_issues USING btree (certificate_id) WHERE (is_ordered = true);
CREATE INDEX certificate_names_certificate ON public.certificate_names USING btree (certificate_id);
CREATE INDEX certificate_owners_owner ON public.certificate_owners USING btree (owner);
CREATE INDEX certificates_due ON public.certificates USING btree (due_on);
CREATE INDEX certificates_expiring ON public.certificates USING btree (expires_on, created_on);
CREATE INDEX claims_notices_expiry ON public.claims_notices USING btree (expires_on);
CREATE INDEX claims_notices_key ON public.claims_notices USING btree (organization_id, claims_key, expires_on);
CREATE UNIQUE INDEX contact_attribute_links_contact ON public.contact_attribute_links USING btree (contact_id, tld);
CREATE INDEX contact_attribute_links_set ON public.contact_attribute_links USING btree (contact_attribute_set_id, contact_id);
CREATE INDEX contact_attribute_sets_created_on ON public.contact_attribute_sets USING btree (organization_id, created_on, contact_attribute_set_id);
CREATE INDEX contact_attribute_sets_label ON public.contact_attribute_sets USING btree (organization_id, label, contact_attribute_set_id);
CREATE INDEX contact_attribute_sets_search ON public.contact_attribute_sets USING gin (label_folded gin_trgm_ops);
CREATE INDEX contact_attribute_sets_tld ON public.contact_attribute_sets USING btree (organization_id, tld, contact_attribute_set_id);
CREATE INDEX contact_attribute_sets_tld_created_on ON public.contact_attribute_sets USING btree (organization_id, tld, created_on, contact_attribute_set_id);
CREATE UNIQUE INDEX contact_attribute_sets_tld_label ON public.contact_attribute_sets USING btree (organization_id, tld, label);
CREATE INDEX contact_attribute_sets_tld_updated_on ON public.contact_attribute_sets USING btree (organization_id, tld, updated_on, contact_attribute_set_id);
CREATE INDEX contact_attribute_sets_updated_on ON public.contact_attribute_sets USING btree (organization_id, updated_on, contact_attribute_set_id);
CREATE INDEX contact_claims_email ON public.contact_claims USING btree (organization_id, contact_id) INCLUDE (expires_on) WHERE ((claim = 'EMAIL'::text) AND (state = 'VERIFIED'::text));
CREATE INDEX contact_status_tags_contact ON public.contact_status_tags USING btree (contact_id, tag_type);
CREATE INDEX contact_tags_contact ON public.contact_tags USING btree (contact_id, tag_id);
CREATE INDEX contact_verifications_contact ON public.contact_verifications USING btree (contact_id, created_on);
CREATE INDEX contact_verifications_email ON public.contact_verifications USING btree (organization_id, email, created_on);
CREATE UNIQUE INDEX contact_verifications_pending ON public.contact_verifications USING btree (contact_id) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX contact_verifications_token ON public.contact_verifications USING btree (token_hash);
CREATE INDEX contacts_country ON public.contacts USING btree (organization_id, country, created_on, contact_id);
CREATE INDEX contacts_created ON public.contacts USING btree (organization_id, created_on, contact_id);
CREATE INDEX contacts_email ON public.contacts USING btree (organization_id, email, contact_id);
CREATE INDEX contacts_first_name ON public.contacts USING btree (organization_id, first_name, contact_id);
CREATE INDEX contacts_last_name ON public.contacts USING btree (organization_id, last_name, contact_id);
CREATE INDEX contacts_search ON public.contacts USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX custom_roles_label ON public.custom_roles USING btree (organization_id, label);
CREATE UNIQUE INDEX custom_roles_name ON public.custom_roles USING btree (organization_id, name_folded);
CREATE INDEX dns_aliases_due ON public.dns_aliases USING btree (due_on);
CREATE INDEX dns_publications_due ON public.dns_publications USING btree (nameserver_no, due_on) WHERE (due_on IS NOT NULL);
CREATE INDEX dns_publications_nameserver ON public.dns_publications USING btree (nameserver_no, zone_name);
CREATE INDEX dns_removed_zones_serial ON public.dns_removed_zones USING btree (serial);
CREATE INDEX dns_zone_keys_zone ON public.dns_zone_keys USING btree (dns_zone_id);
CREATE INDEX dns_zone_signing_renewal ON public.dns_zone_signing USING btree (renew_on, dns_zone_id) WHERE (state <> 'unsigned'::text);
CREATE INDEX dns_zone_states_check ON public.dns_zone_states USING btree (check_due_on) WHERE (check_due_on IS NOT NULL);
CREATE INDEX dns_zone_states_updated ON public.dns_zone_states USING btree (organization_id, updated_on, dns_zone_id) INCLUDE (suffix, dnssec_status, name);
CREATE INDEX dns_zone_tags_zone ON public.dns_zone_tags USING btree (dns_zone_id, tag_id);
CREATE INDEX dns_zones_created ON public.dns_zones USING btree (organization_id, created_on, dns_zone_id) INCLUDE (suffix, dnssec_status, name);
CREATE INDEX dns_zones_displaced ON public.dns_zones USING btree (displaced_on, dns_zone_id) WHERE (displaced_on IS NOT NULL);
CREATE INDEX dns_zones_dnssec ON public.dns_zones USING btree (organization_id, dnssec_status, dns_zone_id) INCLUDE (suffix, name);
CREATE INDEX dns_zones_name ON public.dns_zones USING btree (organization_id, name, dns_zone_id) INCLUDE (suffix, dnssec_status);
CREATE UNIQUE INDEX dns_zones_own ON public.dns_zones USING btree (organization_id, name) WHERE (displaced_on IS NULL);
CREATE INDEX dns_zones_search ON public.dns_zones USING gin (name gin_trgm_ops);
CREATE UNIQUE INDEX dns_zones_served ON public.dns_zones USING btree (name) WHERE (is_served = true);
CREATE INDEX dns_zones_sort_key ON public.dns_zones USING btree (sort_key);
CREATE INDEX dns_zones_suffix ON public.dns_zones USING btree (organization_id, suffix, created_on, dns_zone_id);
CREATE INDEX dns_zones_suffix_name ON public.dns_zones USING btree (organization_id, suffix, name, dns_zone_id);
CREATE INDEX dns_zones_vanity ON public.dns_zones USING btree (vanity_nameserver_set_id, name) WHERE (vanity_nameserver_set_id IS NOT NULL);
CREATE INDEX domain_dnssec_data_domain ON public.domain_dnssec_data USING btree (domain_id);
CREATE INDEX domain_keys_combination ON public.domain_keys USING btree (combination_no, tag_set_no, nameserver_set_no);
CREATE INDEX domain_keys_created_on ON public.domain_keys USING btree (owner_no, created_on, domain_id) INCLUDE (name, domain_no, combination_no, nameserver_set_no, tag_set_no, updated_on, expires_on, registered_on, transferred_on);
CREATE INDEX domain_keys_expires_on ON public.domain_keys USING btree (owner_no, expires_on, domain_id) INCLUDE (name, domain_no, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, registered_on, transferred_on);
CREATE UNIQUE INDEX domain_keys_name ON public.domain_keys USING btree (owner_no, name) INCLUDE (domain_no, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, expires_on, registered_on, transferred_on);
CREATE INDEX domain_keys_nameservers ON public.domain_keys USING btree (nameserver_set_no, owner_no, combination_no, tag_set_no);
CREATE INDEX domain_keys_registered_on ON public.domain_keys USING btree (owner_no, registered_on, domain_id) INCLUDE (name, domain_no, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, expires_on, transferred_on);
CREATE INDEX domain_keys_search ON public.domain_keys USING gin (name gin_trgm_ops);
CREATE INDEX domain_keys_sld ON public.domain_keys USING btree (owner_no, sld);
CREATE INDEX domain_keys_tags ON public.domain_keys USING btree (tag_set_no, combination_no, nameserver_set_no) WHERE (tag_set_no > 0);
CREATE INDEX domain_keys_transferred_on ON public.domain_keys USING btree (owner_no, transferred_on, domain_id) INCLUDE (name, domain_no, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, expires_on, registered_on);
CREATE INDEX domain_keys_updated_on ON public.domain_keys USING btree (owner_no, updated_on, domain_id) INCLUDE (name, domain_no, combination_no, nameserver_set_no, tag_set_no, created_on, expires_on, registered_on, transferred_on);
CREATE INDEX domain_nameserver_sets_retired ON public.domain_nameserver_sets USING btree (retired_on) WHERE (retired_on IS NOT NULL);
CREATE INDEX domain_nameserver_sets_search ON public.domain_nameserver_sets USING gin (hostnames gin_trgm_ops);
CREATE INDEX domain_nameserver_sets_whole ON public.domain_nameserver_sets USING hash (hostnames);
CREATE INDEX domain_quotes_expiry ON public.domain_quotes USING btree (expires_on);
CREATE INDEX domain_quotes_used ON public.domain_quotes USING btree (used_on) WHERE (used_on IS NOT NULL);
CREATE INDEX domain_statistics_sharded ON public.domain_statistics USING btree (day) WHERE (shard > 0);
CREATE INDEX domain_tag_sets_whole ON public.domain_tag_sets USING hash (tags);
CREATE INDEX domains_due ON public.domains USING btree (next_action_on, domain_id) WHERE (next_action_on IS NOT NULL);
CREATE INDEX domains_external ON public.domains USING btree (registrar_credential_id, domain_id) WHERE (registrar_credential_id IS NOT NULL);
CREATE INDEX events_acknowledged ON public.events USING btree (acknowledged_on) WHERE (acknowledged_on IS NOT NULL);
CREATE INDEX events_counted_on ON public.events USING btree (created_on) WHERE (counted_tld IS NOT NULL);
CREATE INDEX events_created ON public.events USING btree (organization_id, created_on, event_id);
CREATE INDEX events_object ON public.events USING btree (organization_id, object_id, event_id);
CREATE INDEX events_object_name ON public.events USING btree (organization_id, object_name);
CREATE INDEX events_pending ON public.events USING btree (organization_id, created_on, event_id) WHERE (acknowledged_on IS NULL);
CREATE UNIQUE INDEX events_position ON public.events USING btree ("position") WHERE ("position" IS NOT NULL);
CREATE INDEX events_waiting ON public.events USING btree (created_on) WHERE (acknowledged_on IS NULL);
CREATE INDEX hosts_created ON public.hosts USING btree (organization_id, created_on, host_id);
CREATE INDEX hosts_domain ON public.hosts USING btree (domain_id, hostname);
CREATE INDEX hosts_name ON public.hosts USING btree (organization_id, hostname);
CREATE INDEX hosts_updated ON public.hosts USING btree (organization_id, updated_on, host_id);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_on);
CREATE UNIQUE INDEX invoice_items_movement ON public.invoice_items USING btree (billing_transaction_id, step) WHERE (is_released = false);
CREATE INDEX invoice_items_released ON public.invoice_items USING btree (billing_transaction_id, step) WHERE (is_released = true);
CREATE INDEX invoices_all ON public.invoices USING btree (issuing_date, number, invoice_id);
CREATE INDEX invoices_issued ON public.invoices USING btree (organization_id, document_type, issuing_date, number, invoice_id);
CREATE UNIQUE INDEX invoices_number ON public.invoices USING btree (number);
CREATE INDEX invoices_pending ON public.invoices USING btree (payment_due_date, invoice_id) WHERE (payment_status = 'pending'::text);
CREATE UNIQUE INDEX ip_restrictions_network ON public.ip_restrictions USING btree (organization_id, ip_network);
CREATE INDEX job_batches_created ON public.job_batches USING btree (organization_id, created_on, batch_id);
CREATE INDEX job_batches_finished ON public.job_batches USING btree (organization_id, finished_at, batch_id);
CREATE INDEX job_batches_over ON public.job_batches USING btree (finished_at);
CREATE INDEX job_batches_started ON public.job_batches USING btree (organization_id, started_at, batch_id);
CREATE INDEX job_queues_waiting ON public.job_queues USING btree (topic, organization_id, size, queue_no) WHERE (waiting = true);
CREATE INDEX jobs_ended_alone ON public.jobs USING btree (finished_at) WHERE ((batch_no IS NULL) AND (state >= 4));
CREATE UNIQUE INDEX jobs_idempotency ON public.jobs USING btree (organization_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX jobs_not_before ON public.jobs USING btree (not_before) WHERE (time_wait = true);
CREATE INDEX jobs_of_batch ON public.jobs USING btree (batch_no, state, job_id) WHERE (batch_no IS NOT NULL);
CREATE UNIQUE INDEX jobs_open_key ON public.jobs USING btree (open_key) WHERE (open_key IS NOT NULL);
CREATE UNIQUE INDEX jobs_ordering_heads ON public.jobs USING btree (organization_id, ordering_key) WHERE ((ordering_key IS NOT NULL) AND (ordering_wait = false) AND (state < 4));
CREATE INDEX jobs_ordering_waiters ON public.jobs USING btree (organization_id, ordering_key, order_no) WHERE (ordering_wait = true);
CREATE INDEX jobs_ready ON public.jobs USING btree (queue_no, order_no) WHERE ((state = 0) AND (ordering_wait = false) AND (time_wait = false));
CREATE INDEX jobs_window ON public.jobs USING btree (topic, state, "position") WHERE (state = ANY (ARRAY[1, 2]));
CREATE INDEX ledger_entries_payments ON public.ledger_entries USING btree (created_on, billing_transaction_id) WHERE (step = 'top_up'::text);
CREATE UNIQUE INDEX ledger_entries_position ON public.ledger_entries USING btree ("position") WHERE ("position" IS NOT NULL);
CREATE INDEX mails_age ON public.mails USING btree (created_on);
CREATE UNIQUE INDEX mails_cause ON public.mails USING btree (cause);
CREATE INDEX mails_recipient ON public.mails USING btree (organization_id, template, lower(recipient), created_on);
CREATE INDEX object_logs_action ON public.object_logs USING btree (organization_id, action, created_on, object_log_id);
CREATE INDEX object_logs_created ON public.object_logs USING btree (organization_id, created_on, object_log_id);
CREATE INDEX object_logs_object_id ON public.object_logs USING btree (organization_id, object_id, created_on, object_log_id);
CREATE INDEX object_logs_object_type ON public.object_logs USING btree (organization_id, object_type, created_on, object_log_id);
CREATE INDEX object_logs_performed_by_id ON public.object_logs USING btree (organization_id, performed_by_id, created_on, object_log_id);
CREATE INDEX object_logs_performed_by_type ON public.object_logs USING btree (organization_id, performed_by_type, created_on, object_log_id);
CREATE INDEX object_logs_server_request_id ON public.object_logs USING btree (organization_id, server_request_id, created_on, object_log_id);
CREATE UNIQUE INDEX organization_attributes_key ON public.organization_attributes USING btree (organization_id, key);
CREATE INDEX organization_vat_checks_due ON public.organization_vat_checks USING btree (due_on) WHERE (due_on IS NOT NULL);
CREATE INDEX organization_vat_checks_open ON public.organization_vat_checks USING btree (outcome, organization_id) WHERE (outcome <> 'confirmed'::text);
CREATE INDEX organizations_country ON public.organizations USING btree (family_id, country_code, organization_id);
CREATE INDEX organizations_created ON public.organizations USING btree (family_id, created_on, organization_id);
CREATE INDEX organizations_name ON public.organizations USING btree (family_id, name_folded, organization_id);
CREATE UNIQUE INDEX organizations_reference ON public.organizations USING btree (external_reference) WHERE ((external_reference IS NOT NULL) AND (deleted_on IS NULL));
CREATE UNIQUE INDEX passkeys_credential ON public.passkeys USING btree (credential_id);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id, created_on, passkey_id);
CREATE INDEX payments_created ON public.payments USING btree (created_on, payment_id);
CREATE INDEX payments_due ON public.payments USING btree (next_check_on) WHERE (next_check_on IS NOT NULL);
CREATE INDEX payments_organization ON public.payments USING btree (organization_id, created_on, payment_id);
CREATE UNIQUE INDEX payments_provider ON public.payments USING btree (provider, provider_payment_id) WHERE (provider_payment_id IS NOT NULL);
CREATE INDEX program_uses_used_on ON public.program_uses USING btree (used_on);
CREATE UNIQUE INDEX realm_keys_generation ON public.realm_keys USING btree (environment, purpose, generation);
CREATE INDEX realm_records_expiry ON public.realm_records USING btree (expires_on);
CREATE INDEX realm_records_grant ON public.realm_records USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX realm_records_uid ON public.realm_records USING btree (uid) WHERE (uid IS NOT NULL);
CREATE INDEX realm_records_user ON public.realm_records USING btree (user_id, model) WHERE (user_id IS NOT NULL);
CREATE INDEX realm_records_user_code ON public.realm_records USING btree (user_code) WHERE (user_code IS NOT NULL);
CREATE INDEX reconciliation_findings_day ON public.reconciliation_findings USING btree (day, kind, object_id);
CREATE INDEX reconciliation_findings_open ON public.reconciliation_findings USING btree (day, kind, object_id) WHERE (resolved_on IS NULL);
CREATE INDEX registrar_credentials_due ON public.registrar_credentials USING btree (next_sync_on) WHERE (next_sync_on IS NOT NULL);
CREATE INDEX registrar_credentials_organization ON public.registrar_credentials USING btree (organization_id, registrar_credential_id);
CREATE INDEX registry_handles_handle ON public.registry_handles USING btree (registry, handle);
CREATE INDEX registry_intents_due ON public.registry_intents USING btree (due_on, intent_id);
CREATE INDEX registry_intents_escalated ON public.registry_intents USING btree (escalated_on, intent_id) WHERE (escalated_on IS NOT NULL);
CREATE INDEX registry_intents_object ON public.registry_intents USING btree (object_id, intent_id);
CREATE UNIQUE INDEX registry_intents_prepared ON public.registry_intents USING btree (object_id) WHERE (state = 'prepared'::text);
CREATE INDEX registry_intents_process ON public.registry_intents USING btree (process_id) WHERE (process_id IS NOT NULL);
CREATE INDEX registry_maintenances_end ON public.registry_maintenances USING btree (ends_on);
CREATE INDEX registry_message_failures_state ON public.registry_message_failures USING btree (state, registry, first_failed_on, message_id);
CREATE INDEX reports_created ON public.reports USING btree (organization_id, created_on, report_id);
CREATE UNIQUE INDEX reports_month ON public.reports USING btree (organization_id, report_type, month) WHERE (month IS NOT NULL);
CREATE INDEX reports_unfinished ON public.reports USING btree (updated_on) WHERE (status = ANY (ARRAY['pending'::text, 'generating'::text]));
CREATE INDEX requests_client_ip ON public.requests USING btree (organization_id, client_ip, request_started_at);
CREATE INDEX requests_duration ON public.requests USING btree (organization_id, duration, request_started_at);
CREATE INDEX requests_id ON public.requests USING btree (server_request_id);
CREATE INDEX requests_path ON public.requests USING btree (organization_id, path, request_started_at);
CREATE INDEX requests_performed_by_id ON public.requests USING btree (organization_id, performed_by_id, request_started_at);
CREATE INDEX requests_started ON public.requests USING btree (organization_id, request_started_at, server_request_id);
CREATE INDEX requests_status_code ON public.requests USING btree (organization_id, status_code, request_started_at);
CREATE INDEX revoked_tokens_expired ON public.revoked_tokens USING btree (expires_on);
CREATE INDEX sign_in_attempts_expired ON public.sign_in_attempts USING btree (expires_on);
CREATE UNIQUE INDEX signing_keys_generation ON public.signing_keys USING btree (environment, generation);
CREATE INDEX sim_contacts_due ON public.sim_contacts USING btree (registry, due_on, handle) WHERE (due_on IS NOT NULL);
CREATE INDEX sim_domains_due ON public.sim_domains USING btree (registry, due_on, name) WHERE (due_on IS NOT NULL);
CREATE INDEX sim_hosts_parent ON public.sim_hosts USING btree (registry, parent) WHERE (parent IS NOT NULL);
CREATE INDEX sim_links_target ON public.sim_links USING btree (registry, kind, target);
CREATE INDEX sim_messages_queue ON public.sim_messages USING btree (registry, registrar, queued_on, number);
CREATE INDEX tags_created ON public.tags USING btree (organization_id, created_on, tag_id);
CREATE INDEX tags_label ON public.tags USING btree (organization_id, label_folded, tag_id);
CREATE UNIQUE INDEX tags_type_label ON public.tags USING btree (organization_id, type, label_folded);
CREATE INDEX tags_updated ON public.tags USING btree (organization_id, updated_on, tag_id);
CREATE INDEX usage_keys_recorded ON public.usage_keys USING btree (recorded_on);
CREATE UNIQUE INDEX user_logins_login ON public.user_logins USING btree (login);
CREATE INDEX user_logins_user ON public.user_logins USING btree (user_id);
CREATE INDEX users_by_email ON public.users USING btree (organization_id, email_folded, user_id);
CREATE INDEX users_by_role ON public.users USING btree (organization_id, role);
CREATE INDEX users_by_username ON public.users USING btree (organization_id, username_folded, user_id);
CREATE INDEX users_created ON public.users USING btree (organization_id, created_on, user_id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email_folded);
CREATE UNIQUE INDEX users_username ON public.users USING btree (username_folded);
CREATE UNIQUE INDEX vanity_nameservers_hostname ON public.vanity_nameservers USING btree (organization_id, hostname);
CREATE INDEX vanity_nameservers_zone ON public.vanity_nameservers USING btree (dns_zone_id) WHERE (dns_zone_id IS NOT NULL);
CREATE UNIQUE INDEX vanity_sets_default ON public.vanity_sets USING btree (organization_id) WHERE (is_default = true);
CREATE INDEX vanity_sets_due ON public.vanity_sets USING btree (next_action_on) WHERE (next_action_on IS NOT NULL);
CREATE INDEX vanity_sets_organization ON public.vanity_sets USING btree (organization_id, set_id);
CREATE INDEX waitlist_applications_applied ON public.waitlist_applications USING btree (product, applied_on, user_id);
CREATE INDEX waitlist_applications_status ON public.waitlist_applications USING btree (product, status, applied_on, user_id);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_on);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id, webhook_endpoint_id);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (webhook_endpoint_id, webhook_delivery_id);
CREATE INDEX webhook_deliveries_status ON public.webhook_deliveries USING btree (webhook_endpoint_id, status, webhook_delivery_id);
CREATE INDEX webhook_endpoints_enabled ON public.webhook_endpoints USING btree (organization_id) WHERE (enabled = true);
CREATE INDEX webhook_endpoints_organization ON public.webhook_endpoints USING btree (organization_id, webhook_endpoint_id);
CREATE INDEX whitelabel_brandings_check_due ON public.whitelabel_brandings USING btree (domain_check_due_on);
CREATE INDEX whitelabel_brandings_step_due ON public.whitelabel_brandings USING btree (step_due_on);
CREATE INDEX whitelabel_brandings_term_due ON public.whitelabel_brandings USING btree (term_due_on);
CREATE INDEX whitelabel_brandings_zone ON public.whitelabel_brandings USING btree (dns_zone_id);
CREATE INDEX whitelabel_hosts_branding ON public.whitelabel_hosts USING btree (whitelabel_branding_id);
CREATE INDEX whitelabel_hosts_zone ON public.whitelabel_hosts USING btree (dns_zone_id);
