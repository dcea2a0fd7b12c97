import { standardSettings } from "@namewright/core/shared"
import { Redacted, Result } from "effect"
import { parseDatabase } from "./Database.ts"
import {
  address,
  addresses,
  domainName,
  domainNames,
  eppFile,
  integer,
  networks,
  nonEmpty,
  oneOf,
  organizationIds,
  origins,
  portOrNone,
  type Reading,
  realm,
  reservedNames,
  secret,
  texts,
  yesOrNo
} from "./Reading.ts"
import { hostAndPort, secondaries, tsigKeys } from "./secondaries.ts"

/** One thing that an operator can choose: by its flag, by `NAMEWRIGHT_` and the flag's name, or in the file. */
export interface Setting<A> {
  readonly flag: string
  readonly metavar: string
  readonly description: string
  /** As it would be written; undefined where the default is nothing. */
  readonly standard: string | undefined
  readonly read: Reading<A>
  /** What the bare flag stands for. */
  readonly bare?: string
  /** Holds a secret, so that no message repeats it. */
  readonly secret?: boolean
}

/** A setting that always has a value. */
interface SettledSetting<A> extends Setting<A> {
  readonly standard: string
}

/** Everything that can be chosen on the command line, in the order of the help. */
export const settings = {
  port: {
    flag: "port",
    metavar: "NUMBER",
    description: "Port to listen on; 0 takes a free one",
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
  dnsPort: {
    flag: "dns-port",
    metavar: "NUMBER",
    description:
      "Port on which zones are answered, over UDP and TCP; else 8053, or a free one where that is taken; 0 takes a free one, none answers nothing",
    standard: undefined,
    read: portOrNone
  },
  dnsHost: {
    flag: "dns-host",
    metavar: "ADDRESS",
    description: "Address on which zones are answered; else that of --host",
    standard: undefined,
    read: nonEmpty
  },
  dnsName: {
    flag: "dns-name",
    metavar: "NAME",
    description: "Name of this process among the nameservers; each process on the same database needs its own",
    standard: "embedded",
    read: nonEmpty
  },
  dnsRateLimit: {
    flag: "dns-rate-limit",
    metavar: "NUMBER",
    description: "Equal answers a second over UDP to one network (/24, /56), of all answers four times as many",
    standard: "20",
    read: integer(1, 1_000_000)
  },
  zoneNameservers: {
    flag: "zone-nameservers",
    metavar: "LIST",
    description:
      "Hostnames in the NS of zones without a vanity set, with commas between; the first is in their SOA, too",
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
    description: "Addresses that vanity nameservers lead to, IPv4 and IPv6 with commas between",
    standard: [...standardSettings.dns.anycast.ipv4, ...standardSettings.dns.anycast.ipv6].join(","),
    read: addresses
  },
  reservedZones: {
    flag: "reserved-zones",
    metavar: "LIST",
    description:
      "Names of the operator, with commas between: nobody else makes zones of them, nor above or below them; the domains of --zone-nameservers, --zone-mailbox and --base-url and the zone of --primary-catalog are reserved anyway",
    standard: "",
    read: reservedNames
  },
  operatorOrganizations: {
    flag: "operator-organizations",
    metavar: "LIST",
    description: "Ids of organizations that may make zones of the operator's names, with commas between",
    standard: "",
    read: organizationIds
  },
  primaryPort: {
    flag: "primary-port",
    metavar: "NUMBER",
    description:
      "Port on which secondaries get all zones, over UDP and TCP; without it there is no hidden primary; 0 takes a free one",
    standard: undefined,
    read: integer(0, 65_535)
  },
  primaryHost: {
    flag: "primary-host",
    metavar: "ADDRESS",
    description: "Address on which secondaries get zones, and from which they are told of changes; else that of --host",
    standard: undefined,
    read: nonEmpty
  },
  primaryKeys: {
    flag: "primary-keys",
    metavar: "LIST",
    description:
      "TSIG keys that secondaries share with the hidden primary, as NAME:ALGORITHM:SECRET with commas between; better not given as a flag",
    standard: "",
    read: tsigKeys,
    secret: true
  },
  primaryCatalog: {
    flag: "primary-catalog",
    metavar: "NAME",
    description: "Name of the catalog zone from which secondaries learn what to serve",
    standard: "catalog.invalid",
    read: nonEmpty
  },
  secondaries: {
    flag: "secondaries",
    metavar: "LIST",
    description:
      "Servers behind the hidden primary, as NAME=HOST:PORT with commas between; ?key=NAME behind one chooses its key, ?catalog=false is for servers without catalog zones, ?trust-address=true asks its address for no key",
    standard: "",
    read: secondaries
  },
  powerdnsUrl: {
    flag: "powerdns-url",
    metavar: "URL",
    description: "Webserver of a PowerDNS Authoritative Server that zones are published to by its HTTP interface",
    standard: undefined,
    read: address
  },
  powerdnsApiKey: {
    flag: "powerdns-api-key",
    metavar: "TEXT",
    description: "Key of that interface; better not given as a flag",
    standard: undefined,
    read: (text: string) => Result.map(nonEmpty(text), (key) => Redacted.make(key)),
    secret: true
  },
  powerdnsDns: {
    flag: "powerdns-dns",
    metavar: "HOST:PORT",
    description: "Where that PowerDNS answers questions; else the host of --powerdns-url, port 53",
    standard: undefined,
    read: hostAndPort
  },
  database: {
    flag: "database",
    metavar: "DATABASE",
    description:
      "sqlite:FILE, sqlite::memory: or postgres://user:password@host:port/database; in FILE, ~/ is the home folder and {folder} a name for the working folder",
    standard: "sqlite:~/.namewright/{folder}/data.sqlite",
    read: parseDatabase,
    secret: true
  },
  reportsFolder: {
    flag: "reports-folder",
    metavar: "FOLDER",
    description:
      "Where the files of reports lie; else reports beside a SQLite file, and in any other database in the database itself",
    standard: undefined,
    read: nonEmpty
  },
  registry: {
    flag: "registry",
    metavar: "epp:FILE",
    description:
      "JSON file with the registries that are spoken to by EPP; the TLDs that it leaves out are simulated, and so are all without it",
    standard: undefined,
    read: eppFile
  },
  environment: {
    flag: "environment",
    metavar: "NAME",
    description: "sandbox or production; credentials of one do not work in the other",
    standard: "sandbox",
    read: oneOf(["sandbox", "production"])
  },
  baseUrl: {
    flag: "base-url",
    metavar: "URL",
    description:
      "Where callers reach the REST interface, and the issuer of access tokens; else the address listened on",
    standard: undefined,
    read: address
  },
  realm: {
    flag: "realm",
    metavar: "NAME",
    description:
      "Where people sign in for the tool endpoint: embedded for pages of this server, the address of the issuer for an OpenID realm that somebody else runs, or none",
    standard: "embedded",
    read: realm
  },
  realmMcpAudience: {
    flag: "realm-mcp-audience",
    metavar: "TEXT",
    description: "What tokens of such a realm say in aud for the tool endpoint; else its address",
    standard: undefined,
    read: nonEmpty
  },
  realmMcpReadonlyAudience: {
    flag: "realm-mcp-readonly-audience",
    metavar: "TEXT",
    description: "What tokens of such a realm say in aud for the tool endpoint that only reads; else its address",
    standard: undefined,
    read: nonEmpty
  },
  realmRestAudience: {
    flag: "realm-rest-audience",
    metavar: "TEXT",
    description: "What tokens of such a realm say in aud for the REST interface; else its address",
    standard: undefined,
    read: nonEmpty
  },
  realmPeople: {
    flag: "realm-people",
    metavar: "NAME",
    description: "How such a realm names people: username, email, or the claim that holds the user_id of this platform",
    standard: "sub",
    read: nonEmpty
  },
  clientCompatibility: {
    flag: "client-compatibility",
    metavar: "BOOLEAN",
    description: "Adds to answers what existing clients read beside the specification",
    standard: "false",
    read: yesOrNo,
    bare: "true"
  },
  trustedProxies: {
    flag: "trusted-proxies",
    metavar: "LIST",
    description:
      "Addresses and networks of proxies whose X-Forwarded-For names the caller, separated by commas, or none; the pages of the embedded realm need one of them at an https address",
    standard: undefined,
    read: networks
  },
  agentOrigins: {
    flag: "agent-origins",
    metavar: "LIST",
    description: "Origins of web pages that may call the tool endpoint from a browser, with commas between",
    standard: "",
    read: origins
  },
  ownPrograms: {
    flag: "own-programs",
    metavar: "LIST",
    description:
      "Client ids of your own programs, such as a console, with commas between; with their tokens people use the REST interface directly, and not as agents",
    standard: "",
    read: texts
  },
  keyEncryptionSecret: {
    flag: "key-encryption-secret",
    metavar: "TEXT",
    description:
      "Encrypts private keys, webhook secrets, second factors and what the sign-in realm keeps in the database; at least 32 characters; better not given as a flag",
    standard: undefined,
    read: secret,
    secret: true
  },
  webhookLoopback: {
    flag: "webhook-loopback",
    metavar: "BOOLEAN",
    description: "Lets webhooks go to this machine itself, without TLS too; for development",
    standard: "false",
    read: yesOrNo,
    bare: "true"
  },
  logFormat: {
    flag: "log-format",
    metavar: "NAME",
    description: "How log lines are written: pretty, json or logfmt",
    standard: "pretty",
    read: oneOf(["pretty", "json", "logfmt"])
  },
  otlpUrl: {
    flag: "otlp-url",
    metavar: "URL",
    description: "OpenTelemetry collector (OTLP over HTTP) that gets traces, metrics and logs",
    standard: undefined,
    read: address
  }
} as const satisfies Record<string, Setting<unknown>>

/** What was chosen; undefined where there is neither a choice nor a default. */
export type Settings = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends SettledSetting<infer A> ? A
    : (typeof settings)[K] extends Setting<infer A> ? A | undefined
    : never
}

/** The name by which the environment sets it. */
export const variableOf = ({ flag }: Setting<unknown>): string =>
  `NAMEWRIGHT_${flag.toUpperCase().replaceAll("-", "_")}`
