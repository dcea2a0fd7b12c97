import { standardSettings } from "@namewright/core/shared"
import { Redacted, Result } from "effect"
import { parseDatabase } from "./Database.ts"
import { mailSettings } from "./mailSettings.ts"
import {
  address,
  addresses,
  domainName,
  domainNames,
  eppFile,
  hidden,
  integer,
  networks,
  nonEmpty,
  oneOf,
  organizationIds,
  origins,
  portOrNone,
  realm,
  reservedNames,
  secret,
  texts,
  yesOrNo
} from "./Reading.ts"
import { hostAndPort, secondaries, tsigKeys } from "./secondaries.ts"
import type { Setting, SettledSetting } from "./Setting.ts"
import { tlsSettings } from "./tlsSettings.ts"
import { whitelabelSettings } from "./whitelabelSettings.ts"

/** All settings of the command line, in the order of the help. */
export const settings = {
  port: {
    flag: "port",
    metavar: "NUMBER",
    description: "Port to listen on; 0 selects a free one",
    standard: "8080",
    read: integer(0, 65_535)
  },
  host: {
    flag: "host",
    metavar: "ADDRESS",
    description: "Address to listen on",
    standard: "127.0.0.1",
    read: nonEmpty
  },
  ...tlsSettings,
  dnsPort: {
    flag: "dns-port",
    metavar: "NUMBER",
    description:
      "Port of the embedded nameserver, over UDP and TCP; default 8053, or a free one if that is in use; 0 selects a free one, none disables it",
    standard: undefined,
    read: portOrNone
  },
  dnsHost: {
    flag: "dns-host",
    metavar: "ADDRESS",
    description: "Address of the embedded nameserver; default that of --host",
    standard: undefined,
    read: nonEmpty
  },
  dnsName: {
    flag: "dns-name",
    metavar: "NAME",
    description: "Name of this nameserver; each process on the same database needs its own",
    standard: "embedded",
    read: nonEmpty
  },
  dnsRateLimit: {
    flag: "dns-rate-limit",
    metavar: "NUMBER",
    description: "Equal responses per second over UDP to one network (/24, /56); four times as many for all responses",
    standard: "20",
    read: integer(1, 1_000_000)
  },
  zoneNameservers: {
    flag: "zone-nameservers",
    metavar: "LIST",
    description:
      "Hostnames in the NS of zones without a vanity set, separated by commas; the first is in their SOA, too",
    standard: standardSettings.dns.nameservers.join(","),
    read: domainNames
  },
  zoneMailbox: {
    flag: "zone-mailbox",
    metavar: "NAME",
    description: "Mailbox in the SOA of those zones, as a name: hostmaster.example.com",
    standard: standardSettings.dns.rname,
    read: domainName
  },
  zoneAddresses: {
    flag: "zone-addresses",
    metavar: "LIST",
    description: "Addresses of vanity nameservers, IPv4 and IPv6, separated by commas",
    standard: [...standardSettings.dns.anycast.ipv4, ...standardSettings.dns.anycast.ipv6].join(","),
    read: addresses
  },
  reservedZones: {
    flag: "reserved-zones",
    metavar: "LIST",
    description:
      "Names of the operator, separated by commas: others cannot create zones at, above or below them; the domains of --zone-nameservers, --zone-mailbox and --base-url and the zone of --primary-catalog are always reserved",
    standard: "",
    read: reservedNames
  },
  operatorOrganizations: {
    flag: "operator-organizations",
    metavar: "LIST",
    description: "Ids of organizations that may create zones of the operator's names, separated by commas",
    standard: "",
    read: organizationIds
  },
  ...whitelabelSettings,
  primaryPort: {
    flag: "primary-port",
    metavar: "NUMBER",
    description: "Port of the hidden primary, over UDP and TCP; without it there is none; 0 selects a free one",
    standard: undefined,
    read: integer(0, 65_535)
  },
  primaryHost: {
    flag: "primary-host",
    metavar: "ADDRESS",
    description: "Address of the hidden primary, and source of its notifications; default that of --host",
    standard: undefined,
    read: nonEmpty
  },
  primaryKeys: {
    flag: "primary-keys",
    metavar: "LIST",
    description:
      "TSIG keys of the hidden primary, as NAME:ALGORITHM:SECRET, separated by commas; preferably not a flag",
    standard: "",
    read: tsigKeys,
    secret: true
  },
  primaryCatalog: {
    flag: "primary-catalog",
    metavar: "NAME",
    description: "Name of the catalog zone",
    standard: "catalog.invalid",
    read: nonEmpty
  },
  secondaries: {
    flag: "secondaries",
    metavar: "LIST",
    description:
      "Servers behind the hidden primary, as NAME=HOST:PORT, separated by commas; the suffix ?key=NAME selects a key, ?catalog=false is for servers without catalog zones, ?trust-address=true requires no key from its address",
    standard: "",
    read: secondaries
  },
  powerdnsUrl: {
    flag: "powerdns-url",
    metavar: "URL",
    description: "Web server of a PowerDNS Authoritative Server to which zones are published by its HTTP interface",
    standard: undefined,
    read: address
  },
  powerdnsApiKey: {
    flag: "powerdns-api-key",
    metavar: "TEXT",
    description: "Key of that interface; preferably not a flag",
    standard: undefined,
    read: (text: string) => Result.map(nonEmpty(text), (key) => Redacted.make(key)),
    secret: true
  },
  powerdnsDns: {
    flag: "powerdns-dns",
    metavar: "HOST:PORT",
    description: "Address at which that PowerDNS answers queries; default the host of --powerdns-url, port 53",
    standard: undefined,
    read: hostAndPort
  },
  database: {
    flag: "database",
    metavar: "DATABASE",
    description:
      "sqlite:FILE, sqlite::memory: or postgres://user:password@host:port/database; in FILE, ~/ is the home folder and {folder} a name of the working folder",
    standard: "sqlite:~/.namewright/{folder}/data.sqlite",
    read: parseDatabase,
    secret: true
  },
  reportsFolder: {
    flag: "reports-folder",
    metavar: "FOLDER",
    description: "Folder of report files; default a folder beside a SQLite file, and the database itself otherwise",
    standard: undefined,
    read: nonEmpty
  },
  invoices: {
    flag: "invoices",
    metavar: "FILE",
    description: "JSON file with the issuer, numbers and terms of invoices; without it none are issued",
    standard: undefined,
    read: nonEmpty
  },
  registry: {
    flag: "registry",
    metavar: "epp:FILE",
    description: "JSON file with registries over EPP; other TLDs are simulated, and without the file all TLDs",
    standard: undefined,
    read: eppFile
  },
  environment: {
    flag: "environment",
    metavar: "NAME",
    description: "sandbox or production; credentials of one are invalid in the other",
    standard: "sandbox",
    read: oneOf(["sandbox", "production"])
  },
  baseUrl: {
    flag: "base-url",
    metavar: "URL",
    description:
      "Address of the REST interface for callers, and issuer of access tokens; default the address listened on",
    standard: undefined,
    read: address
  },
  realm: {
    flag: "realm",
    metavar: "NAME",
    description:
      "Sign-in of people: embedded for pages of this server, the address of the issuer of an external OpenID realm, or none",
    standard: "embedded",
    read: realm
  },
  realmMcpAudience: {
    flag: "realm-mcp-audience",
    metavar: "TEXT",
    description: "aud in tokens of an external realm for the tool endpoint; default its address",
    standard: undefined,
    read: nonEmpty
  },
  realmMcpReadonlyAudience: {
    flag: "realm-mcp-readonly-audience",
    metavar: "TEXT",
    description: "aud in tokens of an external realm for the read-only tool endpoint; default its address",
    standard: undefined,
    read: nonEmpty
  },
  realmRestAudience: {
    flag: "realm-rest-audience",
    metavar: "TEXT",
    description: "aud in tokens of an external realm for the REST interface; default its address",
    standard: undefined,
    read: nonEmpty
  },
  realmPeople: {
    flag: "realm-people",
    metavar: "NAME",
    description: "How an external realm names people: username, email, or the claim with the user_id of this platform",
    standard: "sub",
    read: nonEmpty
  },
  clientCompatibility: {
    flag: "client-compatibility",
    metavar: "BOOLEAN",
    description: "Adds members to responses that existing clients expect",
    standard: "false",
    read: yesOrNo,
    bare: "true"
  },
  trustedProxies: {
    flag: "trusted-proxies",
    metavar: "LIST",
    description:
      "Addresses and networks of proxies whose X-Forwarded-For names the caller, separated by commas, or none; required by the embedded realm at an https address",
    standard: undefined,
    read: networks
  },
  agentOrigins: {
    flag: "agent-origins",
    metavar: "LIST",
    description: "Origins of web pages that may call the tool endpoint from a browser, separated by commas",
    standard: "",
    read: origins
  },
  ownPrograms: {
    flag: "own-programs",
    metavar: "LIST",
    description:
      "Client ids of your own programs, such as a console, separated by commas; with their tokens people use the REST interface directly, not as agents",
    standard: "",
    read: texts
  },
  keyEncryptionSecret: {
    flag: "key-encryption-secret",
    metavar: "TEXT",
    description:
      "Encrypts private keys, webhook secrets, second factors and records of the sign-in realm in the database; at least 32 characters; preferably not a flag",
    standard: undefined,
    read: secret,
    secret: true
  },
  ...mailSettings,
  stripeSecretKey: {
    flag: "stripe-secret-key",
    metavar: "KEY",
    description: "Secret key of Stripe, with which customers top up their wallets; preferably not a flag",
    standard: undefined,
    read: hidden,
    secret: true
  },
  stripeWebhookSecret: {
    flag: "stripe-webhook-secret",
    metavar: "SECRET",
    description:
      "Signing secret of the webhook endpoint at Stripe, whsec_...; required by --stripe-secret-key; preferably not a flag",
    standard: undefined,
    read: hidden,
    secret: true
  },
  paymentReturnUrl: {
    flag: "payment-return-url",
    metavar: "URL",
    description: "Page to which customers return after a payment; default the base URL",
    standard: undefined,
    read: address
  },
  vatRegister: {
    flag: "vat-register",
    metavar: "NAME",
    description: "Register that VAT numbers of organizations are checked with: vies, or none for their format only",
    standard: "none",
    read: oneOf(["vies", "none"])
  },
  webhookLoopback: {
    flag: "webhook-loopback",
    metavar: "BOOLEAN",
    description: "Permits webhooks to this machine, also without TLS; for development",
    standard: "false",
    read: yesOrNo,
    bare: "true"
  },
  logFormat: {
    flag: "log-format",
    metavar: "NAME",
    description: "Format of log lines: pretty, json or logfmt",
    standard: "pretty",
    read: oneOf(["pretty", "json", "logfmt"])
  },
  otlpUrl: {
    flag: "otlp-url",
    metavar: "URL",
    description: "OpenTelemetry collector (OTLP over HTTP) for traces, metrics and logs",
    standard: undefined,
    read: address
  }
} as const satisfies Record<string, Setting<unknown>>

/** Values of the settings; undefined without a choice and a default. */
export type Settings = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends SettledSetting<infer A> ? A
    : (typeof settings)[K] extends Setting<infer A> ? A | undefined
    : never
}
