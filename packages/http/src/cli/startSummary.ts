import { Money } from "@namewright/core/shared"
import { Option, Redacted } from "effect"
import { describeDatabase } from "./Database.ts"
import type { FirstStart } from "./FirstStart.ts"
import { describeMail, type MailChoice } from "./mailerOf.ts"
import type { NameserverAddress } from "./nameserverAddress.ts"
import type { Settings } from "./Settings.ts"
import { version } from "./version.ts"

interface StartedAddresses {
  readonly port: number
  readonly url: string
  readonly nameserver: NameserverAddress | undefined
  readonly primary: NameserverAddress | undefined
  /** Port of plain HTTP beside HTTPS. */
  readonly plain: number | undefined
}

/** Summary for the operator after the start of the server. */
export const startSummary = (
  chosen: MailChoice & Pick<Settings, "host" | "realm" | "registry" | "tls">,
  { nameserver, plain, port, primary, url }: StartedAddresses,
  { first, isUnused }: { readonly first: Option.Option<FirstStart>; readonly isUnused: boolean }
): string => {
  const { database, environment, host, realm, registry, tls } = chosen
  return [
    `Namewright ${version}`,
    "",
    `  REST         ${url}/v1`,
    `  Reference    ${url}/docs`,
    ...(realm === "none" ? [] : [`  Agents       ${url}/mcp`]),
    ...(realm === "embedded" ? [`  Account      ${url}/realms/${environment}/account`] : []),
    ...(tls === "none" ? [] : [`  HTTPS        ${host} port ${port}`]),
    ...(plain === undefined
      ? []
      : [`  HTTP         ${host} port ${plain}, for certificate authorities and redirects`]),
    ...(nameserver === undefined ? [] : [`  Nameserver   ${nameserver.host} port ${nameserver.port}, UDP and TCP`]),
    ...(primary === undefined
      ? []
      : [`  Primary      ${primary.host} port ${primary.port}, for secondaries with a key`]),
    `  Database     ${describeDatabase(database)}`,
    `  Environment  ${environment}`,
    `  Registries   ${registry === undefined ? "simulated" : `${registry.file}, by EPP; others are simulated`}`,
    `  Mail         ${describeMail(chosen)}`,
    "",
    ...Option.match(first, {
      onNone: () => isUnused ? [unused, ""] : environment === "sandbox" ? [earlier, ""] : [],
      onSome: (made) => firstLines(url, made)
    })
  ].join("\n")
}

const earlier =
  "The database already exists; its first start printed a key. `namewright keys create` creates another one."

/**
 * Instructions for an empty database. Commands print key and password, because the output of a server is stored as a
 * log.
 */
const unused = [
  "No organization exists. With the same settings, create one with its owner, and a key of it:",
  "",
  "  namewright organizations create --name NAME --owner USERNAME --owner-email ADDRESS \\",
  "    --owner-first-name NAME --owner-last-name NAME",
  "  namewright keys create --organization ID --name first-key"
].join("\n")

const firstLines = (
  url: string,
  { apiKey, contact_id, credit, organization, owner }: FirstStart
): ReadonlyArray<string> => [
  `The first start created the organization "${organization}" with ${
    Money.toDecimal(credit)
  } EUR, a key and its owner's password, shown this once.`,
  "",
  `API key: ${Redacted.value(apiKey)}`,
  `Username: ${owner.username}`,
  `Password: ${Redacted.value(owner.password)}`,
  "",
  "Register a domain:",
  "",
  registration(url, Redacted.value(apiKey), contact_id),
  ""
]

const registration = (url: string, key: string, contact: string): string => {
  const order = {
    name: "my-first-domain.com",
    period: 1,
    renewal_mode: "renew",
    contacts: { registrant: contact, admin: contact, tech: contact }
  }
  return `curl ${url}/v1/domains -H "X-Api-Key: ${key}" -H "Content-Type: application/json" -d '${
    JSON.stringify(order)
  }'`
}
