/**
 * All bounds of inputs. A violation is a 422 entry at the field unless the comment names another error. Source: REST
 * specification, "Limits"; the remaining ones are product decisions.
 */
export const limits = {
  /** Rows of a page: default and maximum. */
  pageSize: { standard: 10, maximum: 1000 },
  /** Rows of a page of batches, and of the jobs of a batch. */
  batchPageSize: { standard: 50, maximum: 100 },
  jobPageSize: { standard: 100, maximum: 1000 },
  /** Highest `page`; a higher one has no exact offset. */
  page: { maximum: 1_000_000_000 },
  /** Names in one availability check. */
  checkNames: { minimum: 1, maximum: 500 },
  /** Names in one request for statuses, and in one stream of them. */
  availabilityNames: { minimum: 1, maximum: 50 },
  availabilityStreamNames: { minimum: 1, maximum: 1000 },
  /** Characters of one name in an availability check. A longer name fails the whole request. */
  checkNameLength: 1024,
  /** Octets of a domain name, and of one label (RFC 1035, section 2.3.4). */
  domainName: { maximum: 253, label: 63 },
  /**
   * Value of a period; registries allow 1 to 99 (RFC 5730). Exceeding the longest term of the TLD is a policy error.
   */
  periodValue: { maximum: 99 },
  /** Maximum years from now to the expiry after a renewal; more is a policy error. */
  registrationYears: 10,
  /** Characters of a contact's text fields. */
  contactText: { minimum: 1, maximum: 255 },
  /** Attestations in one request, and characters of their references and schemes. */
  attestations: { minimum: 1, maximum: 50 },
  attestationReference: 255,
  eidScheme: { minimum: 1, maximum: 64 },
  /** Lines of a street address; a registry takes no more (RFC 5733). */
  streetLines: 3,
  /** Characters of an email address before the @ (RFC 5321, section 4.5.3.1). */
  emailLocalPart: 64,
  /**
   * Verification of a contact's address: days for which its token is valid, mails to one address in 24 hours for one
   * organization (more are ERROR_RATE_LIMITED), and domain names that its page shows.
   */
  contactVerification: { days: 14, mailsPerDay: 5, domainNames: 10 },
  /** Mails about required verifications to one address in 24 hours. */
  verificationNotices: { mailsPerDay: 50 },
  /** Links in mails to users: time for which they work, and mails of a kind to one address in 24 hours. */
  userLinks: { invitationDays: 7, resetMinutes: 60, addressDays: 2, mailsPerDay: 5 },
  /**
   * Declaration of the holder of a new domain: days to sign it, days of the reminders, and mails in 24 hours (more are
   * ERROR_RATE_LIMITED).
   */
  declaration: { days: 30, reminderDays: [7, 14, 21, 27], mailsPerDay: 5 },
  /** Characters of the name below a declaration. */
  declarationName: { minimum: 1, maximum: 255 },
  /** Digits of a telephone number, country code included (E.164). */
  phoneDigits: { minimum: 7, maximum: 15 },
  /** Characters of an allocation token. */
  allocationToken: 255,
  /** Characters of an auth code: in create and transfer, and in update (`updateMinimum`). TLDs narrow them further. */
  authCode: { minimum: 6, maximum: 255, updateMinimum: 1 },
  /** Nameservers in one request; TLDs narrow it further. */
  nameservers: 13,
  /** Addresses of one host object. */
  hostAddresses: { minimum: 1, maximum: 13 },
  /** DNSSEC records of one domain; registries take fewer. */
  dnssecData: { maximum: 64 },
  /** Client statuses in one list of a request; there are five. */
  clientStatuses: 20,
  /** Attributes of a domain, and characters of one value. */
  domainAttributes: { entries: 64, key: 255, value: 1024 },
  /** Contacts of one role in a request. */
  contactsPerRole: 10,
  organizationName: { minimum: 1, maximum: 255 },
  organizationText: { minimum: 1, maximum: 255 },
  organizationPostalCode: { minimum: 1, maximum: 20 },
  businessNumber: 100,
  taxId: 50,
  /** Bytes of the JSON text of one organization attribute. */
  organizationAttributeValue: 16 * 1024,
  organizationAttributes: { perRequest: 100, total: 500, key: 255 },
  /** Characters of the search in the list of organizations. */
  organizationSearch: 200,
  organizationUsers: 50,
  /** Characters of the host's reference of a parent organization. */
  externalReference: { minimum: 1, maximum: 255 },
  /** Characters of the reference of a billing transaction. */
  /** Amount of a top-up through a payment provider, in minor units. */
  topUp: { minimum: 100, maximum: 10_000_000 },
  productReference: { minimum: 1, maximum: 255 },
  /** Characters of the number of a refund, which is a part of a product reference. */
  refundReference: { minimum: 1, maximum: 200 },
  roleName: { minimum: 1, maximum: 64 },
  roleDescription: 1024,
  /** Custom roles of an organization, and entries of one list of permissions, which may repeat some. */
  customRoles: { total: 1000, permissions: 200 },
  /** Networks from which an organization accepts calls. Every credential is read together with them. */
  ipRestrictions: 200,
  apiKeyName: { minimum: 1, maximum: 255 },
  apiKeyDescription: 1024,
  /** Entries of each list of the restrictions of one API key, and types of one entry of RRsets. */
  apiKeyRestrictions: { ids: 100, tag_ids: 50, names: 50, rrsets: 50, types: 30, networks: 50 },
  /** Characters of a client secret in a token request. */
  clientSecret: 255,
  username: { minimum: 3, maximum: 128 },
  personName: { minimum: 1, maximum: 255 },
  email: 254,
  /** Characters of a password. */
  password: { minimum: 12, maximum: 128 },
  /**
   * Failed sign-in attempts within `minutes`: per login at one address, per login, per address, and per person with
   * codes of the second factor. Further attempts are refused until the time is over. At most `atOnce` attempts wait in
   * one process for their passwords to be hashed.
   */
  signInAttempts: { perLoginAtAddress: 10, perLogin: 100, perAddress: 100, perCode: 5, minutes: 15, atOnce: 50 },
  /** Requests to reset a password, in the same time. */
  passwordResets: { perLoginAtAddress: 3, perLogin: 10, perAddress: 20 },
  /** Passkeys of a user, and characters of the name of one. */
  passkeys: { perUser: 20, name: 50 },
  /** Characters of the search in the list of users. */
  userSearch: 200,
  /** Attributes of a user, and characters of one key. */
  userAttributes: { entries: 64, key: 255 },
  tagLabel: { minimum: 1, maximum: 50 },
  tagDescription: 1024,
  /** References in one call that changes tags. */
  taggedObjects: { minimum: 1, maximum: 1000 },
  /** Characters of an object's id or name in a call that changes tags. */
  objectReference: { minimum: 1, maximum: 255 },
  /** Occurrences of one repeated query parameter. */
  repeatedParameter: 100,
  /** TLDs in the filter of the list of TLDs. */
  tldsFilter: 1000,
  /** Suborganizations that the domain summary and the statistics count; the oldest ones if there are more. */
  summaryOrganizations: 10_000,
  /** Days of one window of the statistics, and rows of their breakdown. */
  statistics: { days: 400, breakdown: { standard: 10, maximum: 100 } },
  /**
   * Usage of metered products: days of one window, records of one call, characters of their keys and models, and the
   * highest value of a quantity.
   */
  usage: {
    days: 400,
    records: { minimum: 1, maximum: 1000 },
    key: { minimum: 1, maximum: 255 },
    model: { minimum: 1, maximum: 100 },
    quantity: 10_000_000_000
  },
  /** Highest limits that a parent can set to a suborganization: minor units a month, and domains. */
  monthlySpend: 100_000_000_000,
  limitedDomains: 10_000_000,
  /** Characters of the members of products with a waitlist, and of applications. */
  waitlist: {
    product: { minimum: 1, maximum: 50 },
    displayName: { minimum: 1, maximum: 100 },
    description: { minimum: 1, maximum: 1000 },
    applicant: { minimum: 1, maximum: 300 },
    note: { minimum: 1, maximum: 1000 }
  },
  /**
   * Branding: versions that are kept, assets of an organization and bytes of one, colors of a list, lines of the footer,
   * and characters of the document as JSON, lines, URLs, the signature and a block of a mail.
   */
  branding: {
    document: 200_000,
    versions: 100,
    assets: 100,
    assetBytes: 5_000_000,
    colors: 24,
    footerLines: 20,
    line: { minimum: 1, maximum: 255 },
    url: 2048,
    signature: 2000,
    emailBlock: 2000
  },
  /**
   * White-label configurations: characters of the subdomain of a host, hours for which a step is retried, hours between
   * checks of an own domain, days for which a released label is blocked, changes of the label in these days, and days from
   * the end of the term, or a failure before the first one, to the termination.
   */
  whitelabel: {
    subdomain: 255,
    retryHours: 24,
    domainCheckHours: 24,
    labelDays: 90,
    labelChanges: 5,
    graceDays: 14,
    failedDays: 30
  },
  /** Suggestions of one request, and characters of its query. */
  suggestions: { standard: 20, maximum: 100, characters: 255 },
  /** Characters of a free text filter. */
  searchText: 255,
  /** Commands of one batch, and instances of one bulk command. */
  batchCommands: 50_000,
  /** Single commands and instances of bulk commands in one batch; each can become a job. */
  batchJobs: 100_000,
  bulkInstances: { minimum: 1, maximum: 1000 },
  batchLabel: { minimum: 1, maximum: 255 },
  /** Rows of a page of reports. */
  reportPageSize: { standard: 50, maximum: 100 },
  /** Seconds between two reports of one type; violations are `ERROR_REPORT_COOLDOWN`. */
  reportCooldownSeconds: 300,
  /** Reports of one type kept per organization; older ones are removed. */
  reportsKept: 30,
  /** Characters of the name of a vanity nameserver set, and of the mailbox in its SOA. */
  vanitySetText: { minimum: 1, maximum: 255 },
  /** Hostnames of a vanity nameserver set. */
  vanityHostnames: { minimum: 2, maximum: 4 },
  idempotencyKey: { minimum: 1, maximum: 255 },
  /** Credentials at external registrars of one organization; more are ERROR_REGISTRAR_CREDENTIAL_LIMIT. */
  registrarCredentials: 50,
  registrarCredentialName: { minimum: 1, maximum: 255 },
  /** Secrets of one credential, and characters of their names and values. */
  registrarSecrets: { entries: 20, name: 64, value: 4096 },
  /** Domains that a registrar is asked for at once, and the most that it may return. */
  registrarPage: { standard: 1000, maximum: 5000 },
  /** Domains at one external registrar account; those after them are not shown. */
  registrarDomains: 1_000_000,
  /** Characters of a failure that a registrar describes. */
  registrarFailure: 1000,
  /** Webhook endpoints of one organization; more are ERROR_WEBHOOK_ENDPOINT_LIMIT. */
  webhookEndpoints: 20,
  /** Entries of one filter of a webhook endpoint. */
  webhookFilter: 100,
  webhookUrl: 2048,
  webhookDescription: 1024,
  /** Maximum hours for which a replaced webhook secret still signs. */
  webhookSecretOverlapHours: 168,
  /** Events in one replay. */
  webhookReplayEvents: 1000,
  /** Operations of one PATCH of a zone. */
  zoneOps: 1000,
  /** Operations on one zone in a bulk command. */
  bulkZoneOps: { minimum: 1, maximum: 100 },
  /** RRsets of a zone, and records of an RRset; more are `too_many_rrsets` and `too_many_records`. */
  zoneRrsets: 10_000,
  rrsetRecords: 100,
  /**
   * Characters of the texts of all records of a zone, as many as a master file has; more are `zone_too_large`. Zones
   * are read, transferred and held in memory as a whole.
   */
  zoneText: 8 * 1024 * 1024,
  /** Characters of the text of one RRset; enough for 65,535 octets of data. */
  rrsetText: 300_000,
  /** TTL in seconds; others are `invalid_ttl`. */
  recordTtl: { minimum: 30, maximum: 604_800, standard: 3600 },
  /** Characters of a master file. */
  masterFile: 8 * 1024 * 1024,
  /** Seconds for which an approval can be granted and used. */
  approvalSeconds: 300,
  /** Open approvals of one client; more are ERROR_RATE_LIMITED. */
  openApprovals: 200,
  /** Maximum lifetime in days of a credential that a program created. */
  agentKeyDays: 90,
  /** Jobs that an agent can submit with one approval. Source: MCP specification, "Limits". */
  approvalJobs: 1000,
  /** Characters of the question of an approval, and of the contents of its call; more are `too_long`. */
  approvalQuestion: 20_000,
  approvalContents: 400_000,
  /** Rows of a page of approvals. */
  approvalPageSize: { standard: 50, maximum: 200 },
  /** Characters of a person's note on an answer; the rest is cut off. */
  approvalNote: 1000,
  /** Lifetime of an access token in seconds. */
  accessTokenSeconds: 3600,
  /** Characters of a token in a request about it, and of its type. */
  accessToken: 8192,
  tokenTypeHint: 64,
  /** Characters of the client id of a program. */
  programId: 2048,
  /** Seconds for which a person stays signed in at the realm. */
  signInSeconds: 12 * 3600,
  /** Seconds after which a person has to sign in again to approve an agent's call or to change sign-in settings. */
  freshSignInSeconds: 15 * 60,
  /** Lifetimes of the realm's codes, tokens and grants in seconds. Each use of a refresh token renews its lifetime. */
  realmSeconds: {
    authorizationCode: 60,
    deviceCode: 600,
    interaction: 1800,
    refreshToken: 30 * 86_400,
    /** Refresh token that the token endpoint of the REST interface issues. */
    restRefreshToken: 86_400,
    grant: 365 * 86_400,
    /** Registered client without any consent. */
    client: 30 * 86_400
  },
  /** Redirect URIs of one client of the realm; characters of a URI and of the client's name. */
  realmClient: { redirectUris: 20, redirectUri: 2048, name: 100 },
  /** Bytes of a request to the realm. */
  realmBody: 64 * 1024
} as const
