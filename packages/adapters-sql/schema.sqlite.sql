CREATE TABLE acme_accounts (
  authority TEXT PRIMARY KEY,
  sealed_key TEXT NOT NULL,
  url TEXT,
  clear_on TEXT NOT NULL,
  created_on TEXT NOT NULL
);

CREATE TABLE acme_challenges (
  token TEXT PRIMARY KEY,
  response TEXT NOT NULL,
  certificate_id TEXT NOT NULL REFERENCES certificates (certificate_id),
  dns_zone_id TEXT,
  dns_name TEXT,
  dns_serial INTEGER,
  created_on TEXT NOT NULL,
  confirmed_on TEXT
);

CREATE INDEX acme_challenges_certificate ON acme_challenges (certificate_id);

CREATE INDEX acme_challenges_record ON acme_challenges (dns_zone_id, dns_name);

CREATE TABLE agent_policies (
  organization_id TEXT PRIMARY KEY,
  require_web_approval INTEGER NOT NULL,
  daily_spend_limit INTEGER,
  read_only INTEGER NOT NULL,
  rest_access INTEGER NOT NULL DEFAULT 0,
  show_auth_codes INTEGER,
  require_web_approval_for_risks INTEGER,
  updated_on TEXT NOT NULL
);

CREATE TABLE agent_spending (
  organization_id TEXT NOT NULL,
  day TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (organization_id, day, currency)
);

CREATE TABLE api_keys (
  api_key_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  api_key_name TEXT NOT NULL,
  api_key_description TEXT,
  api_key_last_four TEXT NOT NULL,
  role TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  client_secret_hash TEXT NOT NULL,
  created_on TEXT NOT NULL,
  last_used_on TEXT,
  last_used_address TEXT,
  expires_at TEXT,
  deleted_on TEXT,
  restrictions TEXT,
  agent_client_id TEXT,
  agent_user_id TEXT
);

CREATE INDEX api_keys_agent ON api_keys (agent_user_id, agent_client_id) WHERE agent_user_id IS NOT NULL;

CREATE UNIQUE INDEX api_keys_client_secret_hash ON api_keys (client_secret_hash);

CREATE INDEX api_keys_created ON api_keys (organization_id, created_on, api_key_id);

CREATE UNIQUE INDEX api_keys_key_hash ON api_keys (key_hash);

CREATE INDEX api_keys_role ON api_keys (organization_id, role) WHERE deleted_on IS NULL;

CREATE TABLE applicant_declaration_tokens (
  token_hash TEXT PRIMARY KEY,
  declaration_id TEXT NOT NULL REFERENCES applicant_declarations (declaration_id),
  created_on TEXT NOT NULL
);

CREATE INDEX applicant_declaration_tokens_declaration
  ON applicant_declaration_tokens (declaration_id, created_on);

CREATE TABLE applicant_declarations (
  declaration_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  domain_id TEXT NOT NULL UNIQUE,
  domain_name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'completed', 'expired', 'failed')),
  subscriber_name TEXT NOT NULL,
  is_person INTEGER NOT NULL,
  identity_type TEXT,
  identity_value TEXT,
  version TEXT NOT NULL,
  recipient TEXT NOT NULL,
  locale TEXT NOT NULL,
  registry TEXT NOT NULL,
  registration TEXT NOT NULL,
  billing_transaction_ids TEXT NOT NULL,
  signature TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  next_action_on TEXT
);

CREATE INDEX applicant_declarations_due ON applicant_declarations (next_action_on)
  WHERE status = 'pending';

CREATE TABLE approval_keys (
  key_id TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  generation INTEGER NOT NULL,
  secret TEXT NOT NULL,
  created_on TEXT NOT NULL,
  retired_on TEXT
);

CREATE UNIQUE INDEX approval_keys_generation ON approval_keys (environment, generation);

CREATE TABLE approval_steps (
  step_no INTEGER PRIMARY KEY,
  approval_id TEXT NOT NULL,
  step TEXT NOT NULL,
  user_id TEXT NOT NULL,
  note TEXT,
  created_on TEXT NOT NULL
);

CREATE INDEX approval_steps_approval ON approval_steps (approval_id, step_no);

CREATE TABLE approvals (
  approval_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  scopes TEXT NOT NULL,
  operation_id TEXT NOT NULL,
  action_hash TEXT NOT NULL,
  path TEXT NOT NULL CHECK (path IN ('elicitation', 'token')),
  safety TEXT NOT NULL,
  rights TEXT NOT NULL,
  message TEXT NOT NULL,
  summary TEXT NOT NULL,
  changes TEXT NOT NULL,
  contents TEXT,
  cost_amount INTEGER,
  cost_currency TEXT,
  note TEXT,
  decision TEXT CHECK (decision IN ('approved', 'declined')),
  decided_by TEXT,
  decided_on TEXT,
  created_on TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  consumed_on TEXT,
  http_status INTEGER
);

CREATE INDEX approvals_organization ON approvals (organization_id, created_on, approval_id);

CREATE TABLE billing_transactions (
  billing_transaction_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  payer_id TEXT NOT NULL,
  product_type TEXT NOT NULL,
  product_reference TEXT,
  action TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  volume INTEGER NOT NULL,
  unit TEXT,
  price INTEGER NOT NULL,
  tax_rate INTEGER NOT NULL,
  tax_amount INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  completed_on TEXT,
  CHECK (amount = price + tax_amount)
);

CREATE INDEX billing_transactions_completion ON billing_transactions (completed_on, billing_transaction_id)
  WHERE completed_on IS NOT NULL;

CREATE UNIQUE INDEX billing_transactions_movement
  ON billing_transactions (payer_id, action, product_reference) WHERE product_type = 'account_wallet';

CREATE INDEX billing_transactions_organization_id_action
  ON billing_transactions (organization_id, action, created_on, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_organization_id_completed
  ON billing_transactions (organization_id, (completed_on IS NULL), completed_on, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_organization_id_created
  ON billing_transactions (organization_id, created_on, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_organization_id_reference
  ON billing_transactions (organization_id, product_reference, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_organization_id_status
  ON billing_transactions (organization_id, status, created_on, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_organization_id_type
  ON billing_transactions (organization_id, product_type, created_on, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_organization_id_updated
  ON billing_transactions (organization_id, updated_on, billing_transaction_id)
  WHERE organization_id <> payer_id;

CREATE INDEX billing_transactions_payer_id_action
  ON billing_transactions (payer_id, action, created_on, billing_transaction_id);

CREATE INDEX billing_transactions_payer_id_completed
  ON billing_transactions (payer_id, (completed_on IS NULL), completed_on, billing_transaction_id);

CREATE INDEX billing_transactions_payer_id_created
  ON billing_transactions (payer_id, created_on, billing_transaction_id);

CREATE INDEX billing_transactions_payer_id_reference
  ON billing_transactions (payer_id, product_reference, billing_transaction_id);

CREATE INDEX billing_transactions_payer_id_status
  ON billing_transactions (payer_id, status, created_on, billing_transaction_id);

CREATE INDEX billing_transactions_payer_id_type
  ON billing_transactions (payer_id, product_type, created_on, billing_transaction_id);

CREATE INDEX billing_transactions_payer_id_updated
  ON billing_transactions (payer_id, updated_on, billing_transaction_id);

CREATE TABLE branding_assets (
  asset_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES branding_files (sha256),
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  updated_on TEXT NOT NULL,
  UNIQUE (organization_id, sha256)
);

CREATE INDEX branding_assets_file ON branding_assets (sha256);

CREATE TABLE branding_documents (
  organization_id TEXT PRIMARY KEY,
  auth TEXT
) WITHOUT ROWID;

CREATE TABLE branding_files (
  sha256 TEXT PRIMARY KEY,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  png BLOB
);

CREATE TABLE branding_senders (
  organization_id TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  selector TEXT NOT NULL,
  private_key TEXT NOT NULL,
  public_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'failed')),
  found TEXT NOT NULL,
  checked_on TEXT,
  verified_on TEXT,
  due_on TEXT NOT NULL,
  version INTEGER NOT NULL
);

CREATE INDEX branding_senders_address ON branding_senders (address);

CREATE INDEX branding_senders_due ON branding_senders (due_on);

CREATE TABLE branding_versions (
  organization_id TEXT NOT NULL REFERENCES branding_documents (organization_id),
  version_number INTEGER NOT NULL,
  document TEXT NOT NULL,
  performed_by_type TEXT NOT NULL,
  performed_by_id TEXT,
  restored_from INTEGER,
  created_on TEXT NOT NULL,
  PRIMARY KEY (organization_id, version_number)
);

CREATE TABLE certificate_issues (
  authority TEXT NOT NULL,
  registered_domain TEXT NOT NULL,
  issued_on TEXT NOT NULL,
  certificate_id TEXT NOT NULL,
  names TEXT NOT NULL,
  is_ordered INTEGER NOT NULL,
  PRIMARY KEY (authority, registered_domain, issued_on, certificate_id)
) WITHOUT ROWID;

CREATE INDEX certificate_issues_age ON certificate_issues (issued_on);

CREATE INDEX certificate_issues_ordered ON certificate_issues (certificate_id) WHERE is_ordered = 1;

CREATE TABLE certificate_names (
  name TEXT NOT NULL,
  certificate_id TEXT NOT NULL REFERENCES certificates (certificate_id),
  PRIMARY KEY (name, certificate_id)
) WITHOUT ROWID;

CREATE INDEX certificate_names_certificate ON certificate_names (certificate_id);

CREATE TABLE certificate_owners (
  certificate_id TEXT NOT NULL REFERENCES certificates (certificate_id),
  owner TEXT NOT NULL,
  PRIMARY KEY (certificate_id, owner)
) WITHOUT ROWID;

CREATE INDEX certificate_owners_owner ON certificate_owners (owner);

CREATE TABLE certificates (
  certificate_id TEXT PRIMARY KEY,
  organization_id TEXT,
  names TEXT NOT NULL UNIQUE,
  authority TEXT,
  chain TEXT,
  sealed_key TEXT,
  renewal_id TEXT,
  issued_on TEXT,
  expires_on TEXT,
  renew_on TEXT,
  order_step TEXT NOT NULL CHECK (order_step IN ('none', 'intended', 'placed')),
  order_authority TEXT,
  order_url TEXT,
  order_sealed_key TEXT,
  failures INTEGER NOT NULL,
  check_failures INTEGER NOT NULL,
  error_code TEXT,
  error_message TEXT,
  due_on TEXT NOT NULL,
  warned_on TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX certificates_due ON certificates (due_on);

CREATE INDEX certificates_expiring ON certificates (expires_on, created_on);

CREATE TABLE change_consumers (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  run_id TEXT NOT NULL,
  process_id TEXT,
  updated_on TEXT
);

CREATE TABLE change_feed (
  feed INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  removed_through INTEGER NOT NULL
);

CREATE TABLE claims_notices (
  acceptance_hash TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  claims_key TEXT NOT NULL,
  label TEXT NOT NULL,
  notice_id TEXT NOT NULL,
  validator TEXT,
  not_after TEXT NOT NULL,
  expires_on TEXT NOT NULL
);

CREATE INDEX claims_notices_expiry ON claims_notices (expires_on);

CREATE INDEX claims_notices_key ON claims_notices (organization_id, claims_key, expires_on);

CREATE TABLE contact_attribute_link_counts (
  contact_attribute_set_id TEXT NOT NULL,
  shard INTEGER NOT NULL,
  links INTEGER NOT NULL,
  PRIMARY KEY (contact_attribute_set_id, shard)
) WITHOUT ROWID;

CREATE TABLE contact_attribute_links (
  contact_attribute_link_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  contact_id TEXT NOT NULL REFERENCES contacts (contact_id),
  contact_attribute_set_id TEXT NOT NULL REFERENCES contact_attribute_sets (contact_attribute_set_id),
  tld TEXT NOT NULL,
  created_on TEXT NOT NULL
);

CREATE UNIQUE INDEX contact_attribute_links_contact ON contact_attribute_links (contact_id, tld);

CREATE INDEX contact_attribute_links_set ON contact_attribute_links (contact_attribute_set_id, contact_id);

CREATE TABLE contact_attribute_set_counts (
  organization_id TEXT NOT NULL,
  tld TEXT NOT NULL,
  shard INTEGER NOT NULL,
  sets INTEGER NOT NULL,
  PRIMARY KEY (organization_id, tld, shard)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE contact_attribute_set_search
  USING fts5(label_folded, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');

CREATE TABLE 'contact_attribute_set_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'contact_attribute_set_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'contact_attribute_set_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'contact_attribute_set_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE contact_attribute_sets (
  search_row INTEGER PRIMARY KEY, contact_attribute_set_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  tld TEXT NOT NULL,
  label TEXT NOT NULL,
  label_folded TEXT NOT NULL,
  attributes TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX "contact_attribute_sets_created_on" ON contact_attribute_sets
  (organization_id, "created_on", contact_attribute_set_id);

CREATE INDEX "contact_attribute_sets_label" ON contact_attribute_sets
  (organization_id, "label", contact_attribute_set_id);

CREATE INDEX contact_attribute_sets_tld ON contact_attribute_sets
  (organization_id, tld, contact_attribute_set_id);

CREATE INDEX "contact_attribute_sets_tld_created_on" ON contact_attribute_sets
  (organization_id, tld, "created_on", contact_attribute_set_id);

CREATE UNIQUE INDEX contact_attribute_sets_tld_label ON contact_attribute_sets
  (organization_id, tld, label);

CREATE INDEX "contact_attribute_sets_tld_updated_on" ON contact_attribute_sets
  (organization_id, tld, "updated_on", contact_attribute_set_id);

CREATE INDEX "contact_attribute_sets_updated_on" ON contact_attribute_sets
  (organization_id, "updated_on", contact_attribute_set_id);

CREATE TABLE contact_claims (
  contact_id TEXT NOT NULL REFERENCES contacts (contact_id),
  claim TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('UNVERIFIED', 'VERIFIED', 'IN_PROGRESS')),
  method TEXT,
  proof TEXT,
  attestation_reference TEXT,
  eid_scheme TEXT,
  level_of_assurance TEXT,
  verified_on TEXT,
  expires_on TEXT,
  updated_on TEXT NOT NULL,
  PRIMARY KEY (contact_id, claim)
) WITHOUT ROWID;

CREATE INDEX contact_claims_email ON contact_claims
  (organization_id, contact_id, expires_on)
  WHERE claim = 'EMAIL' AND state = 'VERIFIED';

CREATE TABLE contact_counts (
  organization_id TEXT NOT NULL,
  shard INTEGER NOT NULL,
  contacts INTEGER NOT NULL,
  PRIMARY KEY (organization_id, shard)
) WITHOUT ROWID;

CREATE TABLE contact_demands (
  contact_id TEXT NOT NULL REFERENCES contacts (contact_id),
  registry TEXT NOT NULL,
  domain_name TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  handle TEXT,
  claims TEXT NOT NULL,
  PRIMARY KEY (contact_id, registry, domain_name)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE contact_search
  USING fts5(search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');

CREATE TABLE 'contact_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'contact_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'contact_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'contact_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE contact_status_tags (
  organization_id TEXT NOT NULL,
  tag_type TEXT NOT NULL,
  contact_id TEXT NOT NULL REFERENCES contacts (contact_id),
  PRIMARY KEY (organization_id, tag_type, contact_id)
) WITHOUT ROWID;

CREATE INDEX contact_status_tags_contact ON contact_status_tags (contact_id, tag_type);

CREATE TABLE contact_tags (
  organization_id TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  contact_id TEXT NOT NULL REFERENCES contacts (contact_id),
  PRIMARY KEY (organization_id, tag_id, contact_id)
) WITHOUT ROWID;

CREATE INDEX contact_tags_contact ON contact_tags (contact_id, tag_id);

CREATE TABLE contact_verifications (
  contact_verification_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  contact_id TEXT NOT NULL REFERENCES contacts (contact_id),
  type TEXT NOT NULL CHECK (type IN ('api', 'email')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'canceled')),
  email TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  verified_on TEXT,
  canceled_on TEXT
);

CREATE INDEX contact_verifications_contact ON contact_verifications (contact_id, created_on);

CREATE INDEX contact_verifications_email ON contact_verifications (organization_id, email, created_on);

CREATE UNIQUE INDEX contact_verifications_pending ON contact_verifications (contact_id)
  WHERE status = 'pending';

CREATE UNIQUE INDEX contact_verifications_token ON contact_verifications (token_hash);

CREATE TABLE contacts (
  search_row INTEGER PRIMARY KEY, contact_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  org TEXT,
  title TEXT,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  fax TEXT,
  street TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT,
  postal_code TEXT NOT NULL,
  country TEXT NOT NULL,
  disclose INTEGER NOT NULL,
  search_text TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX contacts_country ON contacts (organization_id, country, created_on, contact_id);

CREATE INDEX contacts_created ON contacts (organization_id, created_on, contact_id);

CREATE INDEX contacts_email ON contacts (organization_id, email, contact_id);

CREATE INDEX contacts_first_name ON contacts (organization_id, first_name, contact_id);

CREATE INDEX contacts_last_name ON contacts (organization_id, last_name, contact_id);

CREATE TABLE custom_roles (
  organization_id TEXT NOT NULL,
  label TEXT NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  description TEXT,
  permissions TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE UNIQUE INDEX custom_roles_label ON custom_roles (organization_id, label);

CREATE UNIQUE INDEX custom_roles_name ON custom_roles (organization_id, name_folded);

CREATE TABLE dns_aliases (
  dns_zone_id TEXT NOT NULL,
  zone_name TEXT NOT NULL,
  name TEXT NOT NULL,
  target TEXT NOT NULL,
  ipv4 TEXT NOT NULL,
  ipv6 TEXT NOT NULL,
  ttl INTEGER NOT NULL,
  due_on TEXT NOT NULL,
  PRIMARY KEY (dns_zone_id, name)
);

CREATE INDEX dns_aliases_due ON dns_aliases (due_on);

CREATE TABLE dns_challenge_secret (
  secret_no INTEGER PRIMARY KEY CHECK (secret_no = 1),
  secret TEXT NOT NULL
);

CREATE TABLE dns_nameservers (
  nameserver_no INTEGER PRIMARY KEY,
  nameserver TEXT NOT NULL UNIQUE,
  registered_on TEXT NOT NULL,
  seen_on TEXT NOT NULL,
  fill_round INTEGER NOT NULL,
  filled_to TEXT NOT NULL
);

CREATE TABLE dns_publications (
  zone_name TEXT NOT NULL,
  nameserver_no INTEGER NOT NULL,
  dns_zone_id TEXT NOT NULL,
  serial_wanted INTEGER,
  serial_served INTEGER,
  wanted_on TEXT NOT NULL,
  served_on TEXT,
  behind_since TEXT,
  due_on TEXT,
  process_id TEXT,
  attempts INTEGER NOT NULL,
  problem TEXT,
  PRIMARY KEY (zone_name, nameserver_no)
);

CREATE INDEX dns_publications_due ON dns_publications (nameserver_no, due_on) WHERE due_on IS NOT NULL;

CREATE INDEX dns_publications_nameserver ON dns_publications (nameserver_no, zone_name);

CREATE TABLE dns_removed_zones (
  name TEXT PRIMARY KEY,
  serial INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX dns_removed_zones_serial ON dns_removed_zones (serial);

CREATE TABLE dns_rrsets (
  dns_zone_id TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  type TEXT NOT NULL,
  ttl INTEGER NOT NULL,
  records TEXT NOT NULL,
  protected_reason TEXT,
  PRIMARY KEY (dns_zone_id, sort_key, type)
) WITHOUT ROWID;

CREATE TABLE dns_trusted_organizations (
  organization_id TEXT PRIMARY KEY,
  trusted_on TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE dns_zone_changes (
  dns_zone_id TEXT NOT NULL,
  serial INTEGER NOT NULL,
  changeset_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  changed_by TEXT,
  changed_on TEXT NOT NULL,
  num_changes INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (dns_zone_id, serial)
);

CREATE TABLE dns_zone_counts (
  organization_id TEXT NOT NULL,
  suffix TEXT NOT NULL,
  dnssec_status TEXT NOT NULL,
  shard INTEGER NOT NULL,
  zones INTEGER NOT NULL,
  PRIMARY KEY (organization_id, suffix, dnssec_status, shard)
) WITHOUT ROWID;

CREATE TABLE dns_zone_keys (
  zone_key_id TEXT PRIMARY KEY,
  dns_zone_id TEXT NOT NULL,
  key_tag INTEGER NOT NULL,
  public_key TEXT NOT NULL,
  sealed_private_key TEXT NOT NULL,
  digest_sha256 TEXT NOT NULL,
  digest_sha384 TEXT NOT NULL,
  is_delegated INTEGER NOT NULL,
  created_on TEXT NOT NULL
);

CREATE INDEX dns_zone_keys_zone ON dns_zone_keys (dns_zone_id);

CREATE VIRTUAL TABLE dns_zone_search
  USING fts5(name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');

CREATE TABLE 'dns_zone_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'dns_zone_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'dns_zone_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'dns_zone_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE dns_zone_signing (
  dns_zone_id TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unsigned', 'signing', 'submitting', 'deferred', 'published', 'skipped',
  'failed', 'introducing', 'doubling', 'doubled', 'replacing', 'retiring', 'retreating', 'withdrawing', 'withdrawn')),
  serial INTEGER NOT NULL,
  due_on TEXT,
  attempts INTEGER NOT NULL,
  is_exposed INTEGER NOT NULL,
  retreats INTEGER NOT NULL,
  diagnostic TEXT,
  renew_on TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX dns_zone_signing_renewal ON dns_zone_signing (renew_on, dns_zone_id)
  WHERE state <> 'unsigned';

CREATE TABLE dns_zone_states (
  dns_zone_id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL,
  suffix TEXT,
  serial INTEGER NOT NULL,
  nameservers TEXT NOT NULL,
  rname TEXT NOT NULL,
  dnssec_status TEXT NOT NULL,
  dnssec_registry_publish TEXT,
  vanity_nameserver_set_id TEXT,
  rrset_count INTEGER NOT NULL,
  record_count INTEGER NOT NULL,
  record_characters INTEGER NOT NULL DEFAULT 0,
  ownership TEXT NOT NULL CHECK (ownership IN ('held', 'proven', 'unproven')),
  proof TEXT,
  was_held INTEGER NOT NULL,
  is_served INTEGER NOT NULL,
  displaced_on TEXT,
  missing TEXT NOT NULL DEFAULT '[]',
  checked_on TEXT,
  check_due_on TEXT,
  check_begun_on TEXT,
  check_ended_on TEXT,
  failed_checks INTEGER NOT NULL DEFAULT 0,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  PRIMARY KEY (dns_zone_id)
);

CREATE INDEX dns_zone_states_check ON dns_zone_states (check_due_on) WHERE check_due_on IS NOT NULL;

CREATE INDEX dns_zone_states_updated ON dns_zone_states
  (organization_id, updated_on, dns_zone_id, suffix, dnssec_status, name);

CREATE TABLE dns_zone_tags (
  organization_id TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  dns_zone_id TEXT NOT NULL REFERENCES dns_zones (dns_zone_id),
  PRIMARY KEY (organization_id, tag_id, dns_zone_id)
) WITHOUT ROWID;

CREATE INDEX dns_zone_tags_zone ON dns_zone_tags (dns_zone_id, tag_id);

CREATE TABLE dns_zones (
  search_row INTEGER PRIMARY KEY, dns_zone_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  suffix TEXT,
  dnssec_status TEXT NOT NULL CHECK (dnssec_status IN ('enabled', 'disabled')),
  vanity_nameserver_set_id TEXT,
  is_served INTEGER NOT NULL,
  displaced_on TEXT,
  created_on TEXT NOT NULL
);

CREATE INDEX dns_zones_created ON dns_zones
  (organization_id, created_on, dns_zone_id, suffix, dnssec_status, name);

CREATE INDEX dns_zones_displaced ON dns_zones (displaced_on, dns_zone_id) WHERE displaced_on IS NOT NULL;

CREATE INDEX dns_zones_dnssec ON dns_zones
  (organization_id, dnssec_status, dns_zone_id, suffix, name);

CREATE INDEX dns_zones_name ON dns_zones
  (organization_id, name, dns_zone_id, suffix, dnssec_status);

CREATE UNIQUE INDEX dns_zones_own ON dns_zones (organization_id, name) WHERE displaced_on IS NULL;

CREATE UNIQUE INDEX dns_zones_served ON dns_zones (name) WHERE is_served = 1;

CREATE INDEX dns_zones_sort_key ON dns_zones (sort_key);

CREATE INDEX dns_zones_suffix ON dns_zones (organization_id, suffix, created_on, dns_zone_id);

CREATE INDEX dns_zones_suffix_name ON dns_zones (organization_id, suffix, name, dns_zone_id);

CREATE INDEX dns_zones_vanity ON dns_zones (vanity_nameserver_set_id, name)
  WHERE vanity_nameserver_set_id IS NOT NULL;

CREATE TABLE domain_combinations (
  combination_no INTEGER PRIMARY KEY,
  owner_no INTEGER NOT NULL,
  tld TEXT NOT NULL,
  state INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  registrar_credential_id TEXT NOT NULL,
  UNIQUE (owner_no, tld, state, flags, registrar_credential_id)
);

CREATE TABLE domain_contacts (
  contact_id TEXT NOT NULL,
  domain_no INTEGER NOT NULL,
  PRIMARY KEY (contact_id, domain_no)
) WITHOUT ROWID;

CREATE TABLE domain_counts (
  owner_no INTEGER NOT NULL,
  dimension SMALLINT NOT NULL,
  member_no INTEGER NOT NULL,
  shard SMALLINT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (owner_no, dimension, member_no, shard)
) WITHOUT ROWID;

CREATE TABLE domain_dnssec_data (
  domain_dnssec_data_id TEXT PRIMARY KEY,
  domain_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  record_type TEXT NOT NULL CHECK (record_type IN ('ds_data', 'key_data')),
  algorithm INTEGER NOT NULL,
  key_tag INTEGER,
  digest_type INTEGER,
  digest TEXT,
  flags INTEGER,
  protocol INTEGER,
  public_key TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX domain_dnssec_data_domain ON domain_dnssec_data (domain_id);

CREATE TRIGGER domain_keys_removed AFTER DELETE ON domain_keys BEGIN
  DELETE FROM domain_name_search WHERE rowid = OLD.domain_no; END;

CREATE TRIGGER domain_keys_searched AFTER INSERT ON domain_keys BEGIN
  INSERT INTO domain_name_search (rowid, name) VALUES (NEW.domain_no, NEW.name); END;

CREATE TABLE domain_keys (
  domain_no INTEGER PRIMARY KEY,
  domain_id TEXT NOT NULL,
  owner_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  sld TEXT NOT NULL,
  combination_no INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  nameserver_set_no INTEGER NOT NULL,
  tag_set_no INTEGER NOT NULL,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  expires_on INTEGER NOT NULL,
  registered_on INTEGER NOT NULL,
  transferred_on INTEGER NOT NULL
);

CREATE INDEX domain_keys_combination ON domain_keys (combination_no, tag_set_no, nameserver_set_no);

CREATE INDEX "domain_keys_created_on" ON domain_keys
  (owner_no, created_on, domain_id, name, combination_no, nameserver_set_no, tag_set_no, updated_on, expires_on, registered_on, transferred_on);

CREATE INDEX "domain_keys_expires_on" ON domain_keys
  (owner_no, expires_on, domain_id, name, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, registered_on, transferred_on);

CREATE UNIQUE INDEX domain_keys_name ON domain_keys (owner_no, name, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, expires_on, registered_on, transferred_on);

CREATE INDEX domain_keys_nameservers ON domain_keys
  (nameserver_set_no, owner_no, combination_no, tag_set_no);

CREATE INDEX "domain_keys_registered_on" ON domain_keys
  (owner_no, registered_on, domain_id, name, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, expires_on, transferred_on);

CREATE INDEX domain_keys_sld ON domain_keys (owner_no, sld);

CREATE INDEX domain_keys_tags ON domain_keys (tag_set_no, combination_no, nameserver_set_no)
  WHERE tag_set_no > 0;

CREATE INDEX "domain_keys_transferred_on" ON domain_keys
  (owner_no, transferred_on, domain_id, name, combination_no, nameserver_set_no, tag_set_no, created_on, updated_on, expires_on, registered_on);

CREATE INDEX "domain_keys_updated_on" ON domain_keys
  (owner_no, updated_on, domain_id, name, combination_no, nameserver_set_no, tag_set_no, created_on, expires_on, registered_on, transferred_on);

CREATE VIRTUAL TABLE domain_name_search
  USING fts5(name, content = '', contentless_delete = 1, tokenize = 'trigram');

CREATE TABLE 'domain_name_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'domain_name_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'domain_name_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'domain_name_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE VIRTUAL TABLE domain_nameserver_search USING fts5(hostnames, content = '', tokenize = 'trigram');

CREATE TABLE 'domain_nameserver_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'domain_nameserver_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'domain_nameserver_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'domain_nameserver_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE domain_nameserver_sets (
  nameserver_set_no INTEGER PRIMARY KEY,
  hostnames TEXT NOT NULL,
  retired_on TEXT
);

CREATE INDEX domain_nameserver_sets_retired ON domain_nameserver_sets (retired_on) WHERE retired_on IS NOT NULL;

CREATE INDEX domain_nameserver_sets_whole ON domain_nameserver_sets (hostnames);

CREATE TABLE domain_owners (
  owner_no INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL UNIQUE
);

CREATE TABLE domain_quotes (
  quote_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  command TEXT NOT NULL CHECK (command IN ('create', 'renew', 'transfer', 'restore')),
  name TEXT NOT NULL,
  order_hash TEXT NOT NULL,
  prices TEXT NOT NULL,
  created_on TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  used_on TEXT
);

CREATE INDEX domain_quotes_expiry ON domain_quotes (expires_on);

CREATE INDEX domain_quotes_used ON domain_quotes (used_on) WHERE used_on IS NOT NULL;

CREATE TABLE domain_statistics (
  organization_id TEXT NOT NULL,
  scope SMALLINT NOT NULL,
  day TEXT NOT NULL,
  tld TEXT NOT NULL,
  shard SMALLINT NOT NULL,
  created INTEGER NOT NULL DEFAULT 0,
  transferred INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0,
  transferred_out INTEGER NOT NULL DEFAULT 0,
  renewed INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, scope, day, tld, shard)
) WITHOUT ROWID;

CREATE INDEX domain_statistics_sharded ON domain_statistics (day) WHERE shard > 0;

CREATE TABLE domain_tag_set_members (
  owner_no INTEGER NOT NULL,
  tag_id TEXT NOT NULL,
  tag_set_no INTEGER NOT NULL,
  PRIMARY KEY (owner_no, tag_id, tag_set_no)
) WITHOUT ROWID;

CREATE TABLE domain_tag_sets (
  tag_set_no INTEGER PRIMARY KEY,
  owner_no INTEGER NOT NULL,
  tags TEXT NOT NULL
);

CREATE INDEX domain_tag_sets_whole ON domain_tag_sets (tags);

CREATE TABLE domains (
  domain_no INTEGER PRIMARY KEY,
  domain_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL UNIQUE,
  sld TEXT NOT NULL,
  tld TEXT NOT NULL,
  roid TEXT NOT NULL,
  registry TEXT NOT NULL,
  registry_account_id TEXT NOT NULL,
  registrar TEXT NOT NULL,
  registrar_credential_id TEXT,
  renewal_mode TEXT NOT NULL,
  is_premium INTEGER NOT NULL,
  read_only INTEGER NOT NULL,
  registry_statuses TEXT NOT NULL,
  contacts TEXT NOT NULL,
  nameservers TEXT NOT NULL,
  auth_code TEXT,
  auth_code_expires_on TEXT,
  attributes TEXT NOT NULL,
  verification_required TEXT,
  policy_verification TEXT,
  registered_on TEXT,
  expires_on TEXT,
  transferred_on TEXT,
  canceled_on TEXT,
  deleted_on TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  unpaid_renewal_on TEXT,
  next_action_on TEXT,
  grace_charges TEXT NOT NULL DEFAULT '[]'
);

CREATE INDEX domains_due ON domains (next_action_on, domain_id) WHERE next_action_on IS NOT NULL;

CREATE INDEX domains_external ON domains (registrar_credential_id, domain_id)
  WHERE registrar_credential_id IS NOT NULL;

CREATE TRIGGER events_counted AFTER INSERT ON events WHEN NEW.counted_tld IS NOT NULL BEGIN
  INSERT INTO domain_statistics (organization_id, scope, day, tld, shard,
  created, transferred, deleted, transferred_out, renewed, restored)
  SELECT NEW.organization_id, p.scope, substr(NEW.created_on, 1, 10), p.tld, 0,
  NEW.kind = 'domain.registered', NEW.kind = 'domain.transferred_in', NEW.kind = 'domain.purged',
  NEW.kind = 'domain.transferred_out', NEW.kind = 'domain.renewed', NEW.kind = 'domain.restored'
  FROM (SELECT 0 AS scope, '' AS tld UNION ALL SELECT 1, NEW.counted_tld) p
  WHERE NEW.kind NOT IN ('domain.renewed', 'domain.restored') OR NOT EXISTS (
  SELECT 1 FROM events e WHERE e.organization_id = NEW.organization_id AND e.object_id = NEW.object_id
  AND e.event_id <> NEW.event_id AND e.kind = NEW.kind AND e.counted_tld IS NOT NULL
  AND substr(e.created_on, 1, 10) = substr(NEW.created_on, 1, 10))
  ON CONFLICT (organization_id, scope, day, tld, shard) DO UPDATE SET
  created = created + excluded.created, transferred = transferred + excluded.transferred,
  deleted = deleted + excluded.deleted, transferred_out = transferred_out + excluded.transferred_out,
  renewed = renewed + excluded.renewed, restored = restored + excluded.restored; END;

CREATE TABLE events (
  event_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id TEXT,
  object_name TEXT,
  type TEXT,
  subtype TEXT,
  event_data TEXT NOT NULL,
  principal TEXT NOT NULL,
  created_on TEXT NOT NULL,
  acknowledged_on TEXT,
  kind TEXT,
  is_listed INTEGER NOT NULL DEFAULT 1,
  counted_tld TEXT,
  position INTEGER
);

CREATE INDEX events_acknowledged ON events (acknowledged_on) WHERE acknowledged_on IS NOT NULL;

CREATE INDEX events_counted_on ON events (created_on) WHERE counted_tld IS NOT NULL;

CREATE INDEX events_created ON events (organization_id, created_on, event_id);

CREATE INDEX events_object ON events (organization_id, object_id, event_id);

CREATE INDEX events_object_name ON events (organization_id, object_name);

CREATE INDEX events_pending ON events (organization_id, created_on, event_id) WHERE acknowledged_on IS NULL;

CREATE UNIQUE INDEX events_position ON events (position) WHERE position IS NOT NULL;

CREATE INDEX events_waiting ON events (created_on) WHERE acknowledged_on IS NULL;

CREATE TABLE hosts (
  host_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  hostname TEXT NOT NULL UNIQUE,
  domain_id TEXT NOT NULL,
  registry TEXT NOT NULL,
  ip_addresses TEXT NOT NULL,
  status TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX hosts_created ON hosts (organization_id, created_on, host_id);

CREATE INDEX hosts_domain ON hosts (domain_id, hostname);

CREATE INDEX hosts_name ON hosts (organization_id, hostname);

CREATE INDEX hosts_updated ON hosts (organization_id, updated_on, host_id);

CREATE TABLE idempotency_keys (
  organization_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  request_id TEXT,
  process_id TEXT,
  begun_on TEXT,
  answer TEXT,
  started_on TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  PRIMARY KEY (organization_id, idempotency_key)
) WITHOUT ROWID;

CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_on);

CREATE TABLE invoice_accounts (
  payer_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  closed_before TEXT NOT NULL,
  month_end TEXT NOT NULL,
  scan_from TEXT NOT NULL,
  PRIMARY KEY (payer_id, currency)
) WITHOUT ROWID;

CREATE TABLE invoice_items (
  invoice_id TEXT NOT NULL,
  billing_transaction_id TEXT NOT NULL,
  step TEXT NOT NULL,
  booked_on TEXT NOT NULL,
  is_released INTEGER NOT NULL,
  PRIMARY KEY (invoice_id, billing_transaction_id, step)
) WITHOUT ROWID;

CREATE UNIQUE INDEX invoice_items_movement
  ON invoice_items (billing_transaction_id, step) WHERE is_released = 0;

CREATE INDEX invoice_items_released
  ON invoice_items (billing_transaction_id, step) WHERE is_released = 1;

CREATE TABLE invoice_payments (
  organization_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  paid_on TEXT NOT NULL,
  created_on TEXT NOT NULL,
  PRIMARY KEY (organization_id, reference)
) WITHOUT ROWID;

CREATE TABLE invoice_series (series TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE invoices (
  invoice_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  number TEXT NOT NULL,
  document_type TEXT NOT NULL CHECK (document_type IN ('invoice', 'receipt')),
  invoice_type TEXT NOT NULL CHECK (invoice_type IN ('subscription', 'credit', 'one_off')),
  status TEXT NOT NULL CHECK (status IN ('finalized', 'voided')),
  payment_status TEXT NOT NULL CHECK (payment_status IN ('pending', 'failed', 'succeeded')),
  currency TEXT NOT NULL,
  issuing_date TEXT NOT NULL,
  payment_due_date TEXT NOT NULL,
  fees_amount INTEGER NOT NULL,
  taxes_amount INTEGER NOT NULL,
  rounding_amount INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  paid_amount INTEGER NOT NULL,
  credited_amount INTEGER NOT NULL,
  content TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  CHECK (amount = fees_amount + taxes_amount + rounding_amount)
);

CREATE INDEX invoices_all ON invoices (issuing_date, number, invoice_id);

CREATE INDEX invoices_issued
  ON invoices (organization_id, document_type, issuing_date, number, invoice_id);

CREATE UNIQUE INDEX invoices_number ON invoices (number);

CREATE INDEX invoices_pending ON invoices (payment_due_date, invoice_id) WHERE payment_status = 'pending';

CREATE TABLE ip_restrictions (
  ip_restriction_id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL,
  ip_network TEXT NOT NULL,
  last_used_on TEXT,
  created_on TEXT NOT NULL
);

CREATE UNIQUE INDEX ip_restrictions_network ON ip_restrictions (organization_id, ip_network);

CREATE TABLE job_batch_counts (
  batch_no INTEGER NOT NULL,
  state INTEGER NOT NULL,
  shard INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (batch_no, state, shard)
) WITHOUT ROWID;

CREATE TABLE job_batches (
  batch_no INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  label TEXT,
  submitted_by TEXT NOT NULL,
  traceparent TEXT,
  total INTEGER NOT NULL,
  created_on TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);

CREATE INDEX job_batches_created ON job_batches (organization_id, created_on, batch_id);

CREATE INDEX job_batches_finished ON job_batches (organization_id, finished_at, batch_id);

CREATE INDEX job_batches_over ON job_batches (finished_at);

CREATE INDEX job_batches_started ON job_batches (organization_id, started_at, batch_id);

CREATE TABLE job_order (value INTEGER NOT NULL);

CREATE TABLE job_queues (
  queue_no INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  batch_no INTEGER NOT NULL,
  size INTEGER NOT NULL,
  waiting INTEGER NOT NULL,
  UNIQUE (batch_no, topic, organization_id)
);

CREATE INDEX job_queues_waiting ON job_queues (topic, organization_id, size, queue_no)
  WHERE waiting = 1;

CREATE TABLE job_topics (topic TEXT PRIMARY KEY, last_organization_id TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE job_workers (worker_no INTEGER PRIMARY KEY AUTOINCREMENT, seen_at TEXT NOT NULL, process_id TEXT);

CREATE TABLE jobs (
  job_id TEXT PRIMARY KEY,
  batch_no INTEGER,
  organization_id TEXT NOT NULL,
  queue_no INTEGER NOT NULL,
  topic TEXT NOT NULL,
  kind TEXT NOT NULL,
  state SMALLINT NOT NULL,
  order_no INTEGER NOT NULL,
  position INTEGER,
  ordering_key TEXT,
  ordering_wait INTEGER NOT NULL,
  time_wait INTEGER NOT NULL,
  worker_no INTEGER,
  attempts SMALLINT NOT NULL,
  max_attempts SMALLINT NOT NULL,
  backoff TEXT,
  open_key TEXT,
  idempotency_key TEXT,
  command TEXT,
  operation TEXT,
  resource_key TEXT,
  domain_name TEXT,
  display TEXT,
  payload TEXT NOT NULL,
  result TEXT,
  error_class TEXT,
  error_code TEXT,
  error_message TEXT,
  error_details TEXT,
  created_on TEXT NOT NULL,
  not_before TEXT,
  started_at TEXT,
  finished_at TEXT,
  paused_at TEXT
);

CREATE INDEX jobs_ended_alone ON jobs (finished_at) WHERE batch_no IS NULL AND state >= 4;

CREATE UNIQUE INDEX jobs_idempotency ON jobs (organization_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE INDEX jobs_not_before ON jobs (not_before) WHERE time_wait = 1;

CREATE INDEX jobs_of_batch ON jobs (batch_no, state, job_id) WHERE batch_no IS NOT NULL;

CREATE UNIQUE INDEX jobs_open_key ON jobs (open_key) WHERE open_key IS NOT NULL;

CREATE UNIQUE INDEX jobs_ordering_heads ON jobs (organization_id, ordering_key)
  WHERE ordering_key IS NOT NULL AND ordering_wait = 0 AND state < 4;

CREATE INDEX jobs_ordering_waiters ON jobs (organization_id, ordering_key, order_no) WHERE ordering_wait = 1;

CREATE INDEX jobs_ready ON jobs (queue_no, order_no)
  WHERE state = 0 AND ordering_wait = 0 AND time_wait = 0;

CREATE INDEX jobs_window ON jobs (topic, state, position) WHERE state IN (1, 2);

CREATE TRIGGER ledger_entries_moved BEFORE INSERT ON ledger_entries BEGIN
  UPDATE ledgers SET wallet = wallet + NEW.wallet, reserved = reserved + NEW.reserved,
  revenue = revenue + NEW.revenue, tax = tax + NEW.tax, cash = cash + NEW.cash,
  adjustments = adjustments + NEW.adjustments, updated_on = NEW.created_on
  WHERE payer_id = NEW.payer_id AND currency = NEW.currency; END;

CREATE TABLE ledger_entries (
  billing_transaction_id TEXT NOT NULL,
  step TEXT NOT NULL,
  payer_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  wallet INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  revenue INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  cash INTEGER NOT NULL,
  adjustments INTEGER NOT NULL,
  created_on TEXT NOT NULL,
  position INTEGER,
  PRIMARY KEY (billing_transaction_id, step),
  CHECK (wallet + reserved + revenue + tax + cash + adjustments = 0)
) WITHOUT ROWID;

CREATE INDEX ledger_entries_payments ON ledger_entries (created_on, billing_transaction_id)
  WHERE step = 'top_up';

CREATE UNIQUE INDEX ledger_entries_position ON ledger_entries (position) WHERE position IS NOT NULL;

CREATE TABLE ledgers (
  payer_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  wallet INTEGER NOT NULL,
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  revenue INTEGER NOT NULL CHECK (revenue >= 0),
  tax INTEGER NOT NULL CHECK (tax >= 0),
  cash INTEGER NOT NULL,
  adjustments INTEGER NOT NULL,
  updated_on TEXT NOT NULL,
  PRIMARY KEY (payer_id, currency),
  CHECK (wallet + reserved + revenue + tax + cash + adjustments = 0)
) WITHOUT ROWID;

CREATE TABLE mails (
  mail_id TEXT PRIMARY KEY,
  cause TEXT NOT NULL,
  organization_id TEXT,
  template TEXT NOT NULL,
  locale TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  sender_address TEXT NOT NULL,
  recipient TEXT NOT NULL,
  message_id TEXT NOT NULL,
  content TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'sent', 'failed')),
  attempts INTEGER NOT NULL,
  error_message TEXT,
  created_on TEXT NOT NULL,
  sent_on TEXT
);

CREATE INDEX mails_age ON mails (created_on);

CREATE UNIQUE INDEX mails_cause ON mails (cause);

CREATE INDEX mails_recipient ON mails (organization_id, template, lower(recipient), created_on);

CREATE TABLE new_object_logs (ordinal INTEGER PRIMARY KEY, object_log_id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id TEXT NOT NULL,
  action TEXT NOT NULL,
  details TEXT,
  performed_by_type TEXT NOT NULL,
  performed_by_id TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  server_request_id TEXT NOT NULL,
  created_on TEXT NOT NULL
);

CREATE TABLE object_logs (object_log_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id TEXT NOT NULL,
  action TEXT NOT NULL,
  details TEXT,
  performed_by_type TEXT NOT NULL,
  performed_by_id TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  server_request_id TEXT NOT NULL,
  created_on TEXT NOT NULL
);

CREATE INDEX object_logs_action
  ON object_logs (organization_id, action, created_on, object_log_id);

CREATE INDEX object_logs_created ON object_logs (organization_id, created_on, object_log_id);

CREATE INDEX object_logs_object_id
  ON object_logs (organization_id, object_id, created_on, object_log_id);

CREATE INDEX object_logs_object_type
  ON object_logs (organization_id, object_type, created_on, object_log_id);

CREATE INDEX object_logs_performed_by_id
  ON object_logs (organization_id, performed_by_id, created_on, object_log_id);

CREATE INDEX object_logs_performed_by_type
  ON object_logs (organization_id, performed_by_type, created_on, object_log_id);

CREATE INDEX object_logs_server_request_id
  ON object_logs (organization_id, server_request_id, created_on, object_log_id);

CREATE TABLE organization_attributes (
  organization_attribute_id INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  private INTEGER NOT NULL,
  protected INTEGER NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE UNIQUE INDEX organization_attributes_key ON organization_attributes (organization_id, key);

CREATE TABLE organization_limits (
  organization_id TEXT PRIMARY KEY,
  monthly_spend INTEGER,
  domains INTEGER
) WITHOUT ROWID;

CREATE TABLE organization_vat_checks (
  organization_id TEXT PRIMARY KEY,
  vat_number TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('pending', 'confirmed', 'mismatch', 'unregistered')),
  vat_checked_on TEXT,
  attempts INTEGER NOT NULL,
  due_on TEXT,
  version INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX organization_vat_checks_due ON organization_vat_checks (due_on) WHERE due_on IS NOT NULL;

CREATE INDEX organization_vat_checks_open
  ON organization_vat_checks (outcome, organization_id) WHERE outcome <> 'confirmed';

CREATE TABLE organizations (
  organization_id TEXT PRIMARY KEY,
  parent_organization_id TEXT REFERENCES organizations (organization_id),
  family_id TEXT NOT NULL,
  payer_id TEXT NOT NULL,
  external_reference TEXT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  billing_mode TEXT NOT NULL CHECK (billing_mode IN ('consolidated', 'independent')),
  country_code TEXT,
  city TEXT,
  address_1 TEXT,
  address_2 TEXT,
  postal_code TEXT,
  state TEXT,
  currency TEXT,
  default_locale TEXT,
  business_number TEXT,
  tax_id TEXT,
  tax_id_type TEXT,
  tax_rate INTEGER,
  billing_model TEXT NOT NULL CHECK (billing_model IN ('prepaid', 'postpaid')),
  credit_limit INTEGER NOT NULL,
  customer_number INTEGER,
  active_plan TEXT,
  independent_billing_approved INTEGER NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  deleted_on TEXT,
  CHECK (currency IS NOT NULL OR payer_id <> organization_id)
);

CREATE INDEX organizations_country ON organizations (family_id, country_code, organization_id);

CREATE INDEX organizations_created ON organizations (family_id, created_on, organization_id);

CREATE INDEX organizations_name ON organizations (family_id, name_folded, organization_id);

CREATE UNIQUE INDEX organizations_reference
  ON organizations (external_reference) WHERE external_reference IS NOT NULL AND deleted_on IS NULL;

CREATE TABLE passkeys (
  passkey_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_on TEXT NOT NULL,
  last_used_on TEXT
);

CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);

CREATE INDEX passkeys_user ON passkeys (user_id, created_on, passkey_id);

CREATE TABLE payments (
  payment_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  billing_transaction_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_payment_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  returned_amount INTEGER NOT NULL CHECK (returned_amount >= 0),
  pending_refund INTEGER CHECK (pending_refund > 0),
  refund_transaction_id TEXT,
  refund_on TEXT,
  return_url TEXT,
  checkout_url TEXT,
  failure TEXT,
  version INTEGER NOT NULL,
  next_check_on TEXT,
  checks INTEGER NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX payments_created ON payments (created_on, payment_id);

CREATE INDEX payments_due ON payments (next_check_on) WHERE next_check_on IS NOT NULL;

CREATE INDEX payments_organization ON payments (organization_id, created_on, payment_id);

CREATE UNIQUE INDEX payments_provider ON payments (provider, provider_payment_id)
  WHERE provider_payment_id IS NOT NULL;

CREATE TABLE prices (
  price_list TEXT NOT NULL,
  product_type TEXT NOT NULL,
  currency TEXT NOT NULL,
  product_class TEXT NOT NULL,
  product_action TEXT NOT NULL,
  period_unit TEXT NOT NULL,
  period_value INTEGER NOT NULL,
  valid_from TEXT NOT NULL,
  price INTEGER CHECK (price >= 0),
  updated_on TEXT NOT NULL,
  PRIMARY KEY (
  price_list, product_type, currency, product_class, product_action, period_unit, period_value, valid_from
  )
) WITHOUT ROWID;

CREATE TABLE processes (
  process_id TEXT PRIMARY KEY,
  started_on TEXT NOT NULL,
  seen_on TEXT NOT NULL
);

CREATE TABLE program_uses (
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  used_on TEXT NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, client_id)
);

CREATE INDEX program_uses_used_on ON program_uses (used_on);

CREATE TABLE realm_keys (
  key_id TEXT PRIMARY KEY,
  environment TEXT NOT NULL,
  purpose TEXT NOT NULL,
  generation INTEGER NOT NULL,
  secret TEXT NOT NULL,
  created_on TEXT NOT NULL,
  retired_on TEXT
);

CREATE UNIQUE INDEX realm_keys_generation ON realm_keys (environment, purpose, generation);

CREATE TABLE realm_records (
  record_id TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_id TEXT,
  user_code TEXT,
  uid TEXT,
  user_id TEXT,
  created_on TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  consumed_on TEXT
);

CREATE INDEX realm_records_expiry ON realm_records (expires_on);

CREATE INDEX realm_records_grant ON realm_records (grant_id) WHERE grant_id IS NOT NULL;

CREATE INDEX realm_records_uid ON realm_records (uid) WHERE uid IS NOT NULL;

CREATE INDEX realm_records_user ON realm_records (user_id, model) WHERE user_id IS NOT NULL;

CREATE INDEX realm_records_user_code ON realm_records (user_code) WHERE user_code IS NOT NULL;

CREATE TABLE reconciliation_findings (
  kind TEXT NOT NULL,
  object_id TEXT NOT NULL,
  organization_id TEXT,
  provider TEXT,
  day TEXT NOT NULL,
  expected TEXT NOT NULL,
  found TEXT NOT NULL,
  first_seen_on TEXT NOT NULL,
  resolved_on TEXT,
  run_number INTEGER NOT NULL,
  PRIMARY KEY (kind, object_id)
);

CREATE INDEX reconciliation_findings_day ON reconciliation_findings (day, kind, object_id);

CREATE INDEX reconciliation_findings_open ON reconciliation_findings (day, kind, object_id)
  WHERE resolved_on IS NULL;

CREATE TABLE reconciliation_ledgers (
  payer_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  wallet INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  revenue INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  cash INTEGER NOT NULL,
  adjustments INTEGER NOT NULL,
  summed_before TEXT NOT NULL,
  counted_on TEXT NOT NULL,
  PRIMARY KEY (payer_id, currency)
) WITHOUT ROWID;

CREATE TABLE reconciliation_runs (
  day TEXT PRIMARY KEY,
  ran_on TEXT NOT NULL,
  payments_due_on TEXT
) WITHOUT ROWID;

CREATE TABLE reconciliation_unfinished (
  day TEXT PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'payments')),
  started_on TEXT NOT NULL,
  run_number INTEGER NOT NULL,
  retry_on TEXT,
  position TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE registrar_credentials (
  registrar_credential_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL,
  registrar TEXT NOT NULL,
  secrets TEXT NOT NULL,
  generation INTEGER NOT NULL,
  sync_status TEXT NOT NULL CHECK (sync_status IN ('pending', 'running', 'succeeded', 'failed')),
  last_synced_on TEXT,
  next_sync_on TEXT,
  domain_count INTEGER NOT NULL,
  skipped_count INTEGER NOT NULL,
  error_code TEXT,
  error_message TEXT,
  error_detail TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX registrar_credentials_due ON registrar_credentials (next_sync_on)
  WHERE next_sync_on IS NOT NULL;

CREATE INDEX registrar_credentials_organization
  ON registrar_credentials (organization_id, registrar_credential_id);

CREATE TABLE registrar_missing_domains (
  registrar_credential_id TEXT NOT NULL,
  domain_id TEXT NOT NULL,
  last_synced_on TEXT,
  PRIMARY KEY (registrar_credential_id, domain_id)
) WITHOUT ROWID;

CREATE TABLE registry_handles (
  registry TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  attributes TEXT NOT NULL,
  handle TEXT NOT NULL,
  confirmed INTEGER NOT NULL,
  PRIMARY KEY (registry, contact_id, attributes)
) WITHOUT ROWID;

CREATE INDEX registry_handles_handle ON registry_handles (registry, handle);

CREATE TABLE registry_intents (
  intent_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  ordered_by TEXT NOT NULL,
  registry TEXT NOT NULL,
  kind TEXT NOT NULL,
  object_id TEXT NOT NULL,
  object_name TEXT NOT NULL,
  command_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  billing_transaction_ids TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('prepared', 'accepted')),
  attempts INTEGER NOT NULL,
  due_on TEXT NOT NULL,
  created_on TEXT NOT NULL,
  escalated_on TEXT,
  escalation TEXT,
  ruling TEXT CHECK (ruling IN ('done', 'undone')),
  process_id TEXT,
  lease INTEGER NOT NULL DEFAULT 0,
  conclusive_from TEXT NOT NULL,
  found_pending INTEGER NOT NULL DEFAULT 0,
  decision TEXT CHECK (decision IN ('approved', 'rejected')),
  job_id TEXT
);

CREATE INDEX registry_intents_due ON registry_intents (due_on, intent_id);

CREATE INDEX registry_intents_escalated ON registry_intents (escalated_on, intent_id)
  WHERE escalated_on IS NOT NULL;

CREATE INDEX registry_intents_object ON registry_intents (object_id, intent_id);

CREATE UNIQUE INDEX registry_intents_prepared ON registry_intents (object_id) WHERE state = 'prepared';

CREATE INDEX registry_intents_process ON registry_intents (process_id) WHERE process_id IS NOT NULL;

CREATE TABLE registry_maintenances (
  registry TEXT NOT NULL,
  maintenance_id TEXT NOT NULL,
  starts_on TEXT NOT NULL,
  ends_on TEXT NOT NULL,
  ended_on TEXT,
  notice TEXT NOT NULL,
  PRIMARY KEY (registry, maintenance_id)
) WITHOUT ROWID;

CREATE INDEX registry_maintenances_end ON registry_maintenances (ends_on);

CREATE TABLE registry_message_failures (
  registry TEXT NOT NULL,
  message_id TEXT NOT NULL,
  queued_on TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('failing', 'parked', 'retrying')),
  text TEXT NOT NULL,
  content TEXT NOT NULL,
  problem TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  first_failed_on TEXT NOT NULL,
  last_failed_on TEXT NOT NULL,
  PRIMARY KEY (registry, message_id, queued_on)
) WITHOUT ROWID;

CREATE INDEX registry_message_failures_state ON registry_message_failures
  (state, registry, first_failed_on, message_id);

CREATE TABLE registry_messages (
  registry TEXT NOT NULL,
  message_id TEXT NOT NULL,
  queued_on TEXT NOT NULL,
  text TEXT NOT NULL,
  payload TEXT NOT NULL,
  received_on TEXT NOT NULL,
  raw TEXT,
  PRIMARY KEY (registry, message_id, queued_on)
) WITHOUT ROWID;

CREATE TABLE registry_registrar_ids (
  account_id TEXT NOT NULL,
  registrar_id TEXT NOT NULL,
  seen_with TEXT NOT NULL,
  seen_on TEXT NOT NULL,
  PRIMARY KEY (account_id, registrar_id)
) WITHOUT ROWID;

CREATE TABLE registry_session_slots (
  account TEXT NOT NULL,
  slot INTEGER NOT NULL,
  pool_id TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  wanted INTEGER NOT NULL,
  process_id TEXT,
  PRIMARY KEY (account, slot)
) WITHOUT ROWID;

CREATE TABLE report_file_pieces (
  name TEXT NOT NULL,
  piece_no INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (name, piece_no)
);

CREATE TABLE report_requests (
  organization_id TEXT NOT NULL,
  report_type TEXT NOT NULL,
  requested_on TEXT,
  PRIMARY KEY (organization_id, report_type)
) WITHOUT ROWID;

CREATE TABLE reports (
  report_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  report_type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'generating', 'completed', 'empty', 'failed')),
  trigger_type TEXT NOT NULL CHECK (trigger_type IN ('on_demand', 'scheduled')),
  registrar_credential_id TEXT,
  record_count INTEGER,
  file_size_bytes INTEGER,
  generated_on TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  month TEXT,
  attempts INTEGER NOT NULL
);

CREATE INDEX reports_created ON reports (organization_id, created_on, report_id);

CREATE UNIQUE INDEX reports_month ON reports (organization_id, report_type, month)
  WHERE month IS NOT NULL;

CREATE INDEX reports_unfinished ON reports (updated_on) WHERE status IN ('pending', 'generating');

CREATE TABLE requests (
  ordinal INTEGER PRIMARY KEY,
  server_request_id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  status_code INTEGER NOT NULL,
  duration DOUBLE PRECISION NOT NULL,
  client_ip TEXT NOT NULL,
  performed_by_type TEXT NOT NULL,
  performed_by_id TEXT NOT NULL,
  request_body TEXT,
  response_body TEXT,
  request_started_at TEXT NOT NULL,
  request_completed_at TEXT NOT NULL
);

CREATE INDEX requests_client_ip
  ON requests (organization_id, client_ip, request_started_at);

CREATE INDEX requests_duration
  ON requests (organization_id, duration, request_started_at);

CREATE INDEX requests_id ON requests (server_request_id);

CREATE INDEX requests_path
  ON requests (organization_id, path, request_started_at);

CREATE INDEX requests_performed_by_id
  ON requests (organization_id, performed_by_id, request_started_at);

CREATE INDEX requests_started ON requests (organization_id, request_started_at, server_request_id);

CREATE INDEX requests_status_code
  ON requests (organization_id, status_code, request_started_at);

CREATE TABLE revoked_tokens (
  jti TEXT PRIMARY KEY,
  expires_on TEXT NOT NULL
);

CREATE INDEX revoked_tokens_expired ON revoked_tokens (expires_on);

CREATE TABLE sign_in_attempts (
  subject TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL,
  expires_on TEXT NOT NULL
);

CREATE INDEX sign_in_attempts_expired ON sign_in_attempts (expires_on);

CREATE TABLE signing_keys (
  key_id TEXT PRIMARY KEY,
  environment TEXT NOT NULL,
  generation INTEGER NOT NULL,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL,
  created_on TEXT NOT NULL,
  retired_on TEXT
);

CREATE UNIQUE INDEX signing_keys_generation ON signing_keys (environment, generation);

CREATE TABLE sim_balances (
  registry TEXT NOT NULL,
  registrar TEXT NOT NULL,
  balance INTEGER NOT NULL,
  PRIMARY KEY (registry, registrar)
) WITHOUT ROWID;

CREATE TABLE sim_contacts (
  registry TEXT NOT NULL,
  handle TEXT NOT NULL,
  sponsor TEXT NOT NULL,
  state TEXT NOT NULL,
  due_on TEXT,
  PRIMARY KEY (registry, handle)
);

CREATE INDEX sim_contacts_due ON sim_contacts (registry, due_on, handle) WHERE due_on IS NOT NULL;

CREATE TABLE sim_domains (
  registry TEXT NOT NULL,
  name TEXT NOT NULL,
  sponsor TEXT NOT NULL,
  due_on TEXT,
  state TEXT NOT NULL,
  PRIMARY KEY (registry, name)
);

CREATE INDEX sim_domains_due ON sim_domains (registry, due_on, name) WHERE due_on IS NOT NULL;

CREATE TABLE sim_hosts (
  registry TEXT NOT NULL,
  hostname TEXT NOT NULL,
  parent TEXT,
  sponsor TEXT NOT NULL,
  ip_addresses TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (registry, hostname)
);

CREATE INDEX sim_hosts_parent ON sim_hosts (registry, parent) WHERE parent IS NOT NULL;

CREATE TABLE sim_links (
  registry TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('contact', 'host')),
  target TEXT NOT NULL,
  PRIMARY KEY (registry, name, kind, target)
) WITHOUT ROWID;

CREATE INDEX sim_links_target ON sim_links (registry, kind, target);

CREATE TABLE sim_messages (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  registry TEXT NOT NULL,
  registrar TEXT NOT NULL,
  queued_on TEXT NOT NULL,
  text TEXT NOT NULL,
  payload TEXT NOT NULL
);

CREATE INDEX sim_messages_queue ON sim_messages (registry, registrar, queued_on, number);

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE tags (
  tag_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  type TEXT NOT NULL,
  label TEXT NOT NULL,
  label_folded TEXT NOT NULL,
  color TEXT NOT NULL,
  description TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX tags_created ON tags (organization_id, created_on, tag_id);

CREATE INDEX tags_label ON tags (organization_id, label_folded, tag_id);

CREATE UNIQUE INDEX tags_type_label ON tags (organization_id, type, label_folded);

CREATE INDEX tags_updated ON tags (organization_id, updated_on, tag_id);

CREATE TABLE usage_hours (
  account_id TEXT NOT NULL,
  product TEXT NOT NULL,
  hour TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  request_count INTEGER NOT NULL,
  PRIMARY KEY (account_id, product, hour, model)
) WITHOUT ROWID;

CREATE TABLE usage_keys (
  usage_key TEXT PRIMARY KEY,
  contents TEXT NOT NULL,
  recorded_on TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX usage_keys_recorded ON usage_keys (recorded_on);

CREATE TABLE user_logins (
  login TEXT NOT NULL,
  user_id TEXT NOT NULL
);

CREATE UNIQUE INDEX user_logins_login ON user_logins (login);

CREATE INDEX user_logins_user ON user_logins (user_id);

CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  username TEXT NOT NULL,
  username_folded TEXT NOT NULL,
  email TEXT NOT NULL,
  email_folded TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  locale TEXT NOT NULL,
  phone TEXT,
  role TEXT,
  user_attributes TEXT NOT NULL,
  password_hash TEXT,
  totp_secret TEXT,
  totp_pending TEXT,
  totp_last_step INTEGER,
  backup_codes TEXT,
  credentials_changed_on TEXT,
  search_text TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX users_by_email ON users (organization_id, email_folded, user_id);

CREATE INDEX users_by_role ON users (organization_id, role);

CREATE INDEX users_by_username ON users (organization_id, username_folded, user_id);

CREATE INDEX users_created ON users (organization_id, created_on, user_id);

CREATE UNIQUE INDEX users_email ON users (email_folded);

CREATE UNIQUE INDEX users_username ON users (username_folded);

CREATE TABLE vanity_nameservers (
  set_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  organization_id TEXT NOT NULL,
  hostname TEXT NOT NULL,
  dns_zone_id TEXT,
  PRIMARY KEY (set_id, position)
);

CREATE UNIQUE INDEX vanity_nameservers_hostname ON vanity_nameservers (organization_id, hostname);

CREATE INDEX vanity_nameservers_zone ON vanity_nameservers (dns_zone_id) WHERE dns_zone_id IS NOT NULL;

CREATE TABLE vanity_sets (
  set_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL,
  parent_domain_name TEXT NOT NULL,
  soa_rname TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('provisioning', 'active', 'suspended', 'failed', 'deleting')),
  is_default INTEGER NOT NULL,
  renewal_mode TEXT NOT NULL CHECK (renewal_mode IN ('renew', 'expire')),
  expires_on TEXT,
  renew_scheduled_at TEXT,
  grace_period_ends_at TEXT,
  provisioning_ends_on TEXT,
  next_action_on TEXT,
  billing_transaction_id TEXT NOT NULL,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE UNIQUE INDEX vanity_sets_default ON vanity_sets (organization_id) WHERE is_default = 1;

CREATE INDEX vanity_sets_due ON vanity_sets (next_action_on) WHERE next_action_on IS NOT NULL;

CREATE INDEX vanity_sets_organization ON vanity_sets (organization_id, set_id);

CREATE TABLE waitlist_applications (
  user_id TEXT NOT NULL,
  product TEXT NOT NULL REFERENCES waitlist_products (product),
  organization_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'granted', 'rejected')),
  note TEXT,
  applied_on TEXT NOT NULL,
  decided_on TEXT,
  PRIMARY KEY (user_id, product)
);

CREATE INDEX waitlist_applications_applied ON waitlist_applications (product, applied_on, user_id);

CREATE INDEX waitlist_applications_status ON waitlist_applications (product, status, applied_on, user_id);

CREATE TABLE waitlist_invitations (
  organization_id TEXT NOT NULL,
  product TEXT NOT NULL REFERENCES waitlist_products (product),
  invited_on TEXT NOT NULL,
  PRIMARY KEY (organization_id, product)
) WITHOUT ROWID;

CREATE TABLE waitlist_products (
  product TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  description TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE webhook_deliveries (
  webhook_delivery_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  webhook_endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  type TEXT NOT NULL,
  trigger_kind TEXT NOT NULL CHECK (trigger_kind IN ('event', 'replay', 'test')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  attempts INTEGER NOT NULL,
  next_attempt_on TEXT,
  last_attempt_on TEXT,
  response_status INTEGER,
  duration INTEGER,
  response_body TEXT,
  error_kind TEXT,
  error_message TEXT,
  payload TEXT NOT NULL,
  created_on TEXT NOT NULL
);

CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_on);

CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, webhook_endpoint_id);

CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_endpoint_id, webhook_delivery_id);

CREATE INDEX webhook_deliveries_status
  ON webhook_deliveries (webhook_endpoint_id, status, webhook_delivery_id);

CREATE TABLE webhook_endpoints (
  webhook_endpoint_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT,
  object_types TEXT NOT NULL,
  event_types TEXT NOT NULL,
  event_subtypes TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  disabled_on TEXT,
  disabled_reason TEXT CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
  failing_since TEXT,
  failed_deliveries INTEGER NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_expires_on TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (organization_id) WHERE enabled = 1;

CREATE INDEX webhook_endpoints_organization ON webhook_endpoints (organization_id, webhook_endpoint_id);

CREATE TABLE whitelabel_brandings (
  whitelabel_branding_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL UNIQUE,
  subscription_id TEXT NOT NULL,
  tier TEXT NOT NULL CHECK (tier IN ('base', 'plus')),
  base_label TEXT NOT NULL,
  base_zone TEXT NOT NULL,
  label_changes TEXT NOT NULL,
  own_hostname TEXT,
  dashboard_subdomain TEXT,
  auth_subdomain TEXT,
  create_zone INTEGER NOT NULL,
  dns_zone_id TEXT,
  enabled INTEGER NOT NULL,
  onboarding_status TEXT NOT NULL,
  onboarding_step TEXT,
  failure_code TEXT,
  failure_detail TEXT,
  attempts INTEGER NOT NULL,
  retry_until TEXT,
  step_due_on TEXT,
  client_id TEXT,
  period TEXT NOT NULL,
  renewal_mode TEXT NOT NULL,
  expires_on TEXT,
  grace_period_ends_at TEXT,
  term_due_on TEXT,
  domain_check_due_on TEXT,
  open_charges TEXT NOT NULL,
  upgrade_request TEXT,
  terminated_on TEXT,
  created_on TEXT NOT NULL,
  updated_on TEXT NOT NULL
);

CREATE INDEX whitelabel_brandings_check_due ON whitelabel_brandings (domain_check_due_on);

CREATE INDEX whitelabel_brandings_step_due ON whitelabel_brandings (step_due_on);

CREATE INDEX whitelabel_brandings_term_due ON whitelabel_brandings (term_due_on);

CREATE INDEX whitelabel_brandings_zone ON whitelabel_brandings (dns_zone_id);

CREATE TABLE whitelabel_hosts (
  hostname TEXT PRIMARY KEY,
  whitelabel_branding_id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('app', 'auth')),
  state TEXT NOT NULL CHECK (state IN ('provisioning', 'serving', 'withdrawn')),
  pair TEXT NOT NULL,
  dns_zone_id TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX whitelabel_hosts_branding ON whitelabel_hosts (whitelabel_branding_id);

CREATE INDEX whitelabel_hosts_zone ON whitelabel_hosts (dns_zone_id);

CREATE TABLE whitelabel_labels (
  skeleton TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  held_until TEXT
) WITHOUT ROWID;
