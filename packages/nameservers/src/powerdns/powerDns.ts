import {
  DnsName,
  isRecordType,
  isUnknownType,
  type Nameserver,
  Nameservers,
  type Publication,
  type PublishedRrset,
  type PublishedZone,
  PublishedZones,
  Rdata,
  type Served
} from "@namewright/core/dns"
import { Effect, Layer, Option, Redacted, Result, type Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import { type SecondaryClient, secondaryClient } from "../primary/SecondaryClient.ts"
import { type ApiRrset, ApiZone, type PowerDnsApi, powerDnsApi, type PowerDnsFailed } from "./PowerDnsApi.ts"
import { changesFrom, changesOf, inCalls } from "./powerDnsChanges.ts"
import { bringKeys } from "./powerDnsKeys.ts"

/** PowerDNS Authoritative Server with its HTTP interface enabled. */
export interface PowerDnsOptions {
  /** Name of the nameserver in the installation: its publications continue under it after a restart. */
  readonly name: string
  /** URL of its webserver, such as `http://127.0.0.1:8081`. */
  readonly url: string
  readonly apiKey: string | Redacted.Redacted
  /** Address at which it answers DNS queries. Default the host of `url`, port 53. */
  readonly dns?: { readonly host: string; readonly port: number } | undefined
  /** Name of the server in the interface. Default `localhost`, the only one of most installations. */
  readonly server?: string | undefined
  /** `Native` replicates by its database, `Master` notifies secondaries (NOTIFY). Default `Native`. */
  readonly kind?: "Native" | "Master" | undefined
}

/** Zones of one publication call. */
const zonesPerCall = 50

/** Zones that are published concurrently. */
const concurrency = 4

/** Records whose form is corrected in one change; PowerDNS reports one at a time. */
const corrections = 100

const isMissing = ({ status }: PowerDnsFailed): boolean => status === 404

/** Path of a zone. Characters other than letters, digits, hyphens, underscores and dots are `=` and their code. */
const pathOf = (name: DnsName.DnsName): string =>
  `/zones/${
    name.replaceAll(/[^A-Za-z0-9._-]/g, (character) =>
      `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)
  }`

const isSame = (type: string, ours: string, theirs: string): boolean => {
  if (!isRecordType(type) && !isUnknownType(type)) return false
  const octets = (text: string) =>
    Result.map(
      Rdata.parse(type, text, { origin: DnsName.root, form: "zone_file" }),
      (value) => Buffer.from(Rdata.encode(type, value)).toString("hex")
    )
  const [asked, read] = [octets(ours), octets(theirs)]
  // PowerDNS prints some values in a form that is not valid, such as an angle with 60 seconds; these are equal too.
  return Result.isFailure(asked) || Result.isFailure(read) || asked.success === read.success
}

/** The change in the form that PowerDNS expects; undefined for other refusals, and if the form is of another record. */
const respelled = (changes: ReadonlyArray<ApiRrset>, message: string): ReadonlyArray<ApiRrset> | undefined => {
  const [, type, ours, theirs] = /\/(\S+) '(.*)': Not in expected format \(parsed as '(.*)'\)$/s.exec(message) ?? []
  if (type === undefined || ours === undefined || theirs === undefined || !isSame(type, ours, theirs)) return undefined
  return changes.map((change) =>
    change.type === type
      ? { ...change, records: change.records.map((it) => it.content === ours ? { ...it, content: theirs } : it) }
      : change
  )
}

/** Sends one call, in the form that this version of PowerDNS expects. */
const send = (
  changes: ReadonlyArray<ApiRrset>,
  call: (changes: ReadonlyArray<ApiRrset>) => Effect.Effect<unknown, PowerDnsFailed>,
  left = corrections
): Effect.Effect<void, PowerDnsFailed> =>
  Effect.catchTag(Effect.asVoid(call(changes)), "PowerDnsFailed", (failed) => {
    const other = left > 0 ? respelled(changes, failed.message) : undefined
    return other === undefined ? Effect.fail(failed) : send(other, call, left - 1)
  })

/** Creates a zone with its content. Content beyond one call is sent in further ones, the last one with the final SOA. */
const create = Effect.fnUntraced(function*(
  api: PowerDnsApi,
  zone: PublishedZone,
  kind: string
): Effect.fn.Return<void, PowerDnsFailed> {
  const [first = [], ...others] = inCalls(changesFrom([], zone))
  const soa = [first, ...others].flat().find(({ type }) => type === "SOA")
  const placeholder = soa && {
    ...soa,
    records: soa.records.map(({ content, disabled }) => ({
      content: content.replace(` ${zone.serial} `, " 0 "),
      disabled
    }))
  }
  const begin = others.length === 0 || placeholder === undefined ? first : [...first, placeholder]
  const properties = { name: zone.name, kind, soa_edit: "", soa_edit_api: "", api_rectify: false }
  yield* send(begin, (rrsets) => api.call("POST", "/zones?rrsets=false", { ...properties, rrsets }))
  for (const part of others) yield* send(part, (rrsets) => api.call("PATCH", pathOf(zone.name), { rrsets }))
})

/** Changes from the stored zone to the published version: from the history if it reaches back that far. */
const changesTo = Effect.fnUntraced(function*(
  api: PowerDnsApi,
  zone: PublishedZone,
  stored: ApiZone,
  differences: Option.Option<
    ReadonlyArray<{
      readonly removed: ReadonlyArray<PublishedRrset>
      readonly added: ReadonlyArray<PublishedRrset>
    }>
  >
): Effect.fn.Return<ReadonlyArray<ApiRrset>, PowerDnsFailed> {
  if (stored.serial === zone.serial) return []
  if (Option.isSome(differences)) {
    return changesOf(differences.value.flatMap(({ added, removed }) => [...removed, ...added]), zone)
  }
  const whole = yield* api.read(pathOf(zone.name), ApiZone)
  return changesFrom(whole.rrsets, zone)
})

/** Updates a zone to its published version. */
const bring = Effect.fnUntraced(function*(
  api: PowerDnsApi,
  published: PublishedZones["Service"],
  zone: PublishedZone,
  kind: string
): Effect.fn.Return<void, PowerDnsFailed> {
  const path = pathOf(zone.name)
  const stored = yield* api.read(`${path}?rrsets=false`, ApiZone).pipe(
    Effect.asSome,
    Effect.catchIf(isMissing, () => Effect.succeedNone)
  )
  if (Option.isNone(stored)) yield* create(api, zone, kind)
  else {
    const differences = yield* published.differences(zone.name, stored.value.serial)
    const changes = yield* changesTo(api, zone, stored.value, differences)
    for (const part of inCalls(changes)) {
      if (part.length > 0) yield* send(part, (rrsets) => api.call("PATCH", path, { rrsets }))
    }
  }
  const hasOtherKeys = yield* bringKeys(api, path, zone, Option.getOrUndefined(stored))
  // Proofs of absence need an order of names, which PowerDNS computes only on request.
  if (zone.signing !== null) yield* api.call("PUT", `${path}/rectify`)
  // PowerDNS caches that a zone or its keys do not exist.
  if (hasOtherKeys || Option.isNone(stored)) {
    yield* api.call("PUT", `/cache/flush?domain=${encodeURIComponent(zone.name)}`)
  }
})

interface Driver {
  readonly api: PowerDnsApi
  readonly published: PublishedZones["Service"]
  readonly client: SecondaryClient
  readonly options: PowerDnsOptions
}

/** Address at which PowerDNS answers DNS queries. */
const answersAt = ({ dns, url }: PowerDnsOptions) =>
  dns ?? { host: new URL(url).hostname.replaceAll(/[[\]]/g, ""), port: 53 }

/** Queries PowerDNS for the SOA, as a resolver does. */
const observed = Effect.fnUntraced(function*(
  { client, options }: Driver,
  { name, serial }: Publication
): Effect.fn.Return<Served> {
  const address = answersAt(options)
  const answer = yield* client.ask(address, name)
  const where = `${options.name} at ${address.host} port ${address.port}`
  if (Option.isNone(answer)) return { name, serial: undefined, problem: `${where} does not answer` }
  const served = answer.value.serial ?? null
  const isServed = serial === null ? served === null : served !== null && served >= serial
  return { name, serial: served, problem: isServed ? null : `${where} serves ${served ?? "nothing"} for ${serial}` }
})

const publishOne = (driver: Driver, publication: Publication): Effect.Effect<Served> =>
  Effect.gen(function*() {
    const { api, options, published } = driver
    const { name, serial } = publication
    if (serial === null) {
      yield* Effect.catchIf(api.call("DELETE", pathOf(name)), isMissing, () => Effect.succeed(""))
    } else {
      const zone = yield* published.get(name)
      // The removal is a later publication.
      if (Option.isNone(zone)) return { name, serial: undefined, problem: "The zone no longer exists" }
      yield* bring(api, published, zone.value, options.kind ?? "Native")
    }
    return yield* observed(driver, publication)
  }).pipe(
    Effect.catchTag("PowerDnsFailed", ({ message }) =>
      Effect.succeed<Served>({
        name: publication.name,
        serial: undefined,
        problem: `${driver.options.name}: ${message}`
      }))
  )

/** Without redirects, which would send the API key and the keys of zones to another server than the configured one. */
const withoutRedirects = FetchHttpClient.layer.pipe(
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" }))
)

const makePowerDns = Effect.fnUntraced(function*(
  options: PowerDnsOptions
): Effect.fn.Return<Nameserver, Error, PublishedZones | Scope.Scope> {
  const published = yield* PublishedZones
  const apiKey = Redacted.isRedacted(options.apiKey) ? options.apiKey : Redacted.make(options.apiKey)
  const api = yield* Effect.provide(
    powerDnsApi({ url: options.url, apiKey, server: options.server ?? "localhost" }),
    withoutRedirects
  )
  const client = yield* secondaryClient()
  const driver = { api, published, client, options }
  return {
    name: options.name,
    capabilities: { signing: "server", zones_per_call: zonesPerCall },
    publish: (publications) =>
      Effect.forEach(publications, (publication) => publishOne(driver, publication), { concurrency })
  }
})

/**
 * Publishes to a PowerDNS Authoritative Server, from version 4.7 on, through its HTTP interface. It signs zones itself,
 * with the keys of the installation.
 */
export const powerDns = (options: PowerDnsOptions): Layer.Layer<Nameservers, Error, PublishedZones> =>
  Layer.effect(Nameservers, Effect.map(makePowerDns(options), (nameserver) => ({ all: [nameserver] })))
