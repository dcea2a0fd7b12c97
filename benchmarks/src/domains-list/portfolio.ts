import type { Domain } from "@namewright/core/domains"
import { type DomainStatus, RegistryAccountId } from "@namewright/core/registry"
import { DomainId, DomainName, Hostname, OrganizationId } from "@namewright/core/shared"
import { type StatusTagType, TagId } from "@namewright/core/tags"
import { DateTime } from "effect"
import { TypeID } from "typeid-js"

/** Domain of the portfolio, with its tags and status tags. */
export interface SampleDomain {
  readonly domain: Domain
  readonly tags: ReadonlyArray<TagId>
  readonly status_tags: ReadonlyArray<StatusTagType>
}

/** Pseudo-random numbers that are the same in every run. */
const randomOf = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const daySeconds = 86_400
/** Current date of the portfolio. */
export const today = DateTime.makeUnsafe("2026-11-01T00:00:00Z")
const todaySeconds = today.epochMilliseconds / 1000

const idOf = (prefix: string, seconds: number, number: number): string => {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor((seconds * 1000) / 65536))
  view.setUint16(4, (seconds * 1000) % 65536)
  view.setUint32(6, Math.imul(number, 2654435761) >>> 0)
  view.setUint32(12, number)
  return TypeID.fromUUIDBytes(prefix, bytes).toString()
}

const organization = (number: number) => OrganizationId.make(idOf("organization", 1_500_000_000, number))
/** Organization with 70 % of the domains. */
export const large = organization(0)
/** Organization with 10 % of the domains. */
export const medium = organization(1)

export const tags = Array.from({ length: 40 }, (_, number) => TagId.make(idOf("tag", 1_500_000_000, number)))

const weighted = <A>(...choices: ReadonlyArray<readonly [weight: number, value: A]>) => {
  const total = choices.reduce((sum, [weight]) => sum + weight, 0)
  const last = choices.at(-1)
  return (random: number): A => {
    let rest = random * total
    for (const [weight, value] of choices) {
      if (rest < weight) return value
      rest -= weight
    }
    if (last === undefined) throw new Error("Nothing to choose from")
    return last[1]
  }
}

const tldOf = weighted(
  [45, "com"],
  [9, "net"],
  [9, "de"],
  [6, "org"],
  [5, "info"],
  [4, "eu"],
  [3, "co.uk"],
  ...Array.from({ length: 60 }, (_, index) => [19 / (index + 3), `tld${index}`] as const)
)
const statusesOf = weighted<ReadonlyArray<DomainStatus>>(
  [60, ["clientTransferProhibited"]],
  [22, ["ok"]],
  [5, ["clientTransferProhibited", "clientUpdateProhibited", "clientDeleteProhibited"]],
  [4, ["autoRenewPeriod", "clientTransferProhibited"]],
  [3, ["ok", "addPeriod"]],
  [2, ["inactive"]],
  [1, ["redemptionPeriod", "pendingDelete"]],
  [0.5, ["clientTransferProhibited", "clientHold"]],
  [0.2, ["pendingTransfer"]]
)
const hosterSet = weighted([40, 0], [15, 1], [8, 2], [5, 3], [2, 4])
const words = ["shop", "mail", "bank", "mueller", "cloud", "haus", "auto", "foto", "travel", "tech", "garten", "musik"]
const registrarOf = weighted<Domain["registrar"]>([96, "NATIVE"], [2, "ENOM"], [1.5, "OPENSRS"], [0.5, "MONIKER"])

const pick = <A>(values: ReadonlyArray<A>, random: number): A => {
  const value = values[Math.floor(random * values.length)]
  if (value === undefined) throw new Error("Nothing to pick from")
  return value
}

const hostnamesOf = (name: string, random: () => number): ReadonlyArray<string> => {
  const kind = random()
  if (kind < 0.7) {
    const set = hosterSet(random())
    return [`ns1.hoster${set}.example`, `ns2.hoster${set}.example`]
  }
  if (kind < 0.95) {
    const pair = Math.floor(random() ** 2 * 3000)
    return [`a${pair % 60}.ns.cloud.example`, `b${Math.floor(pair / 60)}.ns.cloud.example`]
  }
  return [`ns1.${name}`, `ns2.${name}`]
}

/** Tags of a domain: 40 % of the domains have tags, most of them the first one. */
const tagsOf = (random: () => number): ReadonlyArray<TagId> => {
  if (random() < 0.6) return []
  const chosen = new Set(random() < 0.75 ? [tags[0]] : [])
  const others = Math.floor(random() * 3)
  for (let more = chosen.size === 0 ? Math.max(others, 1) : others; more > 0; more--) {
    chosen.add(tags[1 + Math.floor(random() ** 3 * (tags.length - 1))])
  }
  return [...chosen].flatMap((tag) => tag ?? [])
}

const registryAccount = RegistryAccountId.make(idOf("registry_account", 1_500_000_000, 1))
const instant = (seconds: number) => DateTime.makeUnsafe(Math.floor(seconds) * 1000)

const ownerOf = (number: number) =>
  number % 10 < 7 ? large : number % 10 === 7 ? medium : organization(2 + number % 1000)

/** Domain `number` of a portfolio of `count`. */
export const sampleDomain = (number: number, count: number): SampleDomain => {
  const random = randomOf(number)
  const tld = tldOf(random())
  const sld = `${pick(words, random())}${random() < 0.5 ? "-" : ""}${pick(words, random())}${number.toString(36)}`
  const name = `${sld}.${tld}`
  // The number of registrations grows linearly over ten years.
  const created = todaySeconds - Math.floor((1 - Math.sqrt((number + 1) / count)) * 3650 * daySeconds) - 60
  const external = random() < 0.04
  const registrar = external ? registrarOf(0.96 + random() * 0.04) : "NATIVE"
  const term = random() < 0.95 ? 365 : 365 * 5
  const statuses = statusesOf(random())
  const domain: Domain = {
    domain_id: DomainId.make(idOf("domain", created, number)),
    organization_id: ownerOf(number),
    name: DomainName.make(name),
    sld,
    tld,
    roid: `D${number}-SAMPLE`,
    registry: "simulator",
    registry_account_id: registryAccount,
    registrar,
    registrar_credential_id: external ? `registrar_credential_${number % 4}` : null,
    renewal_mode: random() < 0.8 ? "renew" : "expire",
    is_premium: random() < 0.01,
    read_only: external,
    registry_statuses: statuses,
    contacts: [],
    nameservers: hostnamesOf(name, random).map((hostname) => ({ hostname: Hostname.make(hostname), ip_addresses: [] })),
    auth_code: `code-${number}`,
    auth_code_expires_on: null,
    attributes: { auto_renew_period: "yearly" },
    verification_required: null,
    policy_verification: null,
    registered_on: instant(created),
    expires_on: instant(todaySeconds + random() * term * daySeconds),
    transferred_on: random() < 0.1 ? instant(created + random() * (todaySeconds - created)) : null,
    canceled_on: null,
    deleted_on: null,
    created_on: instant(created),
    updated_on: instant(Math.max(created, todaySeconds - random() * 600 * daySeconds)),
    grace_charges: [],
    unpaid_renewal_on: null,
    next_action_on: null
  }
  return {
    domain,
    tags: tagsOf(random),
    status_tags: [
      ...(external ? ["EXTERNAL" as const] : []),
      ...(random() < 0.01 ? ["VERIFICATION_REQUIRED" as const] : [])
    ]
  }
}
