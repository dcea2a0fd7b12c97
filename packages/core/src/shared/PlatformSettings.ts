import { Context, type Redacted } from "effect"

/** Sandbox and production are separate: credentials and tokens of one are invalid in the other. */
export type Environment = "sandbox" | "production"

/** Settings of new zones. Names are hostnames without the final dot. */
export interface DnsSettings {
  /** Nameservers of zones without a vanity set, at least one. The first is the MNAME of the SOA record. */
  readonly nameservers: ReadonlyArray<string>
  /** Mailbox of the SOA record in DNS form, such as `hostmaster.example.com`. */
  readonly rname: string
  /** Addresses of vanity nameservers, the same for every hostname. */
  readonly anycast: { readonly ipv4: ReadonlyArray<string>; readonly ipv6: ReadonlyArray<string> }
  /**
   * Seconds for which caches keep the DS records of parent zones. Signing ends no earlier after the DS record is
   * removed.
   */
  readonly parent_ds_ttl_seconds: number
  /** Authenticated denial of existence in signed zones. */
  readonly denial: "nsec" | "nsec3"
  /**
   * Names reserved for the operator, such as its own zones and catalog zones. Other organizations can create no zones
   * of these names, above them or below them. The domains of the nameservers, of the mailbox and of the base URL are
   * always reserved.
   */
  readonly reserved?: ReadonlyArray<string> | undefined
  /** Ids of the organizations that may create zones of the reserved names. */
  readonly operators?: ReadonlyArray<string> | undefined
}

/** White-label hosts. Names are hostnames without the final dot. */
export interface WhitelabelSettings {
  /** Zone of the platform below which `app.{label}` and `auth.{label}` are; an organization of the operator has it. */
  readonly zone: string
  /** Addresses at which this installation serves white-label hosts, at least one. */
  readonly addresses: { readonly ipv4: ReadonlyArray<string>; readonly ipv6: ReadonlyArray<string> }
  /** Names that no label may contain, such as the operator's brands. */
  readonly protected_terms?: ReadonlyArray<string> | undefined
}

/** Settings of an installation. Services read them here, never from the environment. */
export interface PlatformSettings {
  readonly environment: Environment
  /** URL of the REST interface, without a trailing slash; also the issuer of its access tokens. */
  readonly base_url: string
  /**
   * Seconds for which a process caches a credential, its role and its organization. Changes made by the process itself
   * apply at once; 0 disables the cache.
   */
  readonly credential_cache_seconds: number
  /**
   * Secret that encrypts private keys, webhook secrets, second factors and the data of the sign-in realm. Without it
   * they are stored in plain text.
   */
  readonly key_encryption_secret?: Redacted.Redacted | undefined
  /** Allows webhooks to this machine, also without TLS; for tests and development. */
  readonly webhook_loopback?: boolean | undefined
  /** Base URL of the approval pages; the approval's id follows it. Absent if there are no pages. */
  readonly approval_pages?: string | undefined
  /**
   * Base URL of the pages where people sign in and set passwords, for links in mails. Absent if there are no pages; then
   * nobody is invited.
   */
  readonly sign_in_pages?: string | undefined
  /**
   * Client ids of the operator's own programs, such as a console. Calls with their tokens are calls of the person, not
   * of an agent. Default: none.
   */
  readonly own_programs?: ReadonlyArray<string> | undefined
  readonly dns: DnsSettings
  /** Absent if no white-label configurations are sold. */
  readonly whitelabel?: WhitelabelSettings | undefined
  /** Sender of mails; the name may be empty. */
  readonly mail_from: { readonly name: string; readonly address: string }
  /**
   * Address of the sender of mails with the brand of an organization, below a domain without the name of the
   * installation. Absent if these mails have the address of `mail_from`.
   */
  readonly brand_mail_from?: string | undefined
  /**
   * Domain whose SPF record contains the mail servers of the installation. Absent if organizations cannot use addresses of
   * their own.
   */
  readonly mail_spf_domain?: string | undefined
  /** Days before the expiry of a domain at which its registrant gets a mail; negative ones are after it. */
  readonly expiry_mail_days: ReadonlyArray<number>
}

/** Settings of a sandbox on this machine. */
export const standardSettings: PlatformSettings = {
  environment: "sandbox",
  base_url: "http://127.0.0.1:8080",
  credential_cache_seconds: 5,
  dns: {
    nameservers: ["ns1.namewright.test", "ns2.namewright.test"],
    rname: "hostmaster.namewright.test",
    anycast: { ipv4: ["192.0.2.1", "198.51.100.1"], ipv6: ["2001:db8:1::1", "2001:db8:2::1"] },
    parent_ds_ttl_seconds: 86_400,
    denial: "nsec"
  },
  mail_from: { name: "Namewright", address: "noreply@namewright.test" },
  // ICANN, Expired Registration Recovery Policy, section 2.1: about a month and a week before, and within 5 days after it.
  expiry_mail_days: [30, 7, -3]
}

/** Settings of this installation. Default: `standardSettings`. */
export const PlatformSettings = Context.Reference<PlatformSettings>("@namewright/core/shared/PlatformSettings", {
  defaultValue: () => standardSettings
})
