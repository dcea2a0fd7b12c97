import {
  type ClaimedName,
  CreateZone,
  DnsName,
  type OwnershipAnswers,
  OwnershipProof,
  type OwnershipQuestion,
  ownershipVerdict,
  questionOf,
  unknown,
  type Zone,
  ZoneClaims,
  ZoneOwnershipStore,
  Zones,
  ZoneStore
} from "@namewright/core/dns"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { type Customer, round } from "../../domains/DomainsPlatform.ts"
import { testTlds } from "../../domains/testTlds.ts"

/** Answers of the public DNS about a name. */
type Answering = (question: OwnershipQuestion) => Partial<OwnershipAnswers> | string

/** The public DNS, which tests write by the name of the zone, and the questions that it was asked. */
export class PublicDns extends Context.Service<PublicDns, {
  readonly names: Map<string, Answering>
  /** Effects that run during the next check of a zone. */
  readonly during: Map<string, Effect.Effect<unknown>>
  readonly asked: Array<ClaimedName>
}>()("@namewright/core/test/dns/ownership/PublicDns") {}

/** Names that no other test has, each with another number. */
export const numberedNames = (label: string) => {
  let made = 0
  return (tld = "com") => `${label}${++made}.${tld}`
}

export const named = (text: string) => DnsName.DnsName.make(`${text}.`)

const publicDns = PublicDns.of({ names: new Map(), during: new Map(), asked: [] })

const scripted = Layer.effect(
  OwnershipProof,
  Effect.gen(function*() {
    const { asked, during, names } = publicDns
    const { dns } = yield* PlatformSettings
    return OwnershipProof.of({
      check: (claim) =>
        Effect.gen(function*() {
          asked.push(claim)
          const question = questionOf(claim, dns)
          const zone = claim.zone_name.slice(0, -1)
          const meanwhile = during.get(zone)
          during.delete(zone)
          if (meanwhile !== undefined) yield* meanwhile
          const answers = names.get(zone)?.(question) ?? {}
          return typeof answers === "string" ? unknown(answers) : ownershipVerdict(question, {
            parent: DnsName.parent(claim.zone_name) ?? DnsName.root,
            delegations: [],
            silent_parents: [],
            platform_nameservers: [],
            challenges: [],
            silent_children: [],
            ...answers
          })
        })
    })
  })
)

/** A whole platform in production on simulated registries, the test's clock and a public DNS that tests write. */
export const claimsPlatformOn = (storage: Layer.Layer<Storage, unknown>) =>
  Layer.orDie(
    layerPlatform({ storage, environment: "production", ownershipProof: scripted, tlds: testTlds })
  ).pipe(Layer.provideMerge(Layer.succeed(PublicDns, publicDns)))

export const claimsOnSqlite = claimsPlatformOn(memoryDatabase())

const delegation = (nameservers: ReadonlyArray<DnsName.DnsName>) => ({ is_referral: true, nameservers })

const parents = ["a.nic.example", "b.nic.example"].map(named)

/** The delegation that all nameservers of the parent zone agree on. */
const agreed = (nameservers: ReadonlyArray<DnsName.DnsName>): Partial<OwnershipAnswers> => ({
  delegations: parents.map((server) => ({ server, ...delegation(nameservers) }))
})

const hosters = ["ns1.hoster.example", "ns2.hoster.example"].map(named)

/** Answers by what they show. */
export const answering = {
  ownNameservers: (question: OwnershipQuestion) => agreed(question.own_nameservers),
  commonNameservers: (question: OwnershipQuestion) => ({
    ...agreed(question.common_nameservers),
    platform_nameservers: question.common_nameservers
  }),
  namesOf: (...hostnames: ReadonlyArray<string>) => () => ({
    ...agreed(hostnames.map(named)),
    platform_nameservers: hostnames.map(named)
  }),
  challengeOf: (value?: string) => ({ challenge }: OwnershipQuestion) => ({
    ...agreed(hosters),
    challenges: hosters.map((server) => ({ server, values: [value ?? challenge.value] }))
  }),
  elsewhere: () => ({ ...agreed(hosters), challenges: hosters.map((server) => ({ server, values: [] })) }),
  disputed: (question: OwnershipQuestion) => ({
    delegations: parents.map((server, index) => ({
      server,
      ...delegation(index === 0 ? question.own_nameservers : hosters)
    }))
  }),
  silence: () => "nobody answered"
} as const

export const write = (name: string, answers: Answering) =>
  PublicDns.use(({ names }) => Effect.sync(() => void names.set(name, answers)))

/** Runs an effect during the next check of a zone. */
export const duringCheck = Effect.fnUntraced(function*<A, E, R>(name: string, effect: Effect.Effect<A, E, R>) {
  const context = yield* Effect.context<R>()
  const { during } = yield* PublicDns
  during.set(name, Effect.orDie(Effect.provideContext(effect, context)))
})

/** Number of queries to the public DNS about a name. */
export const timesAsked = (name: string) =>
  PublicDns.use(({ asked }) => Effect.sync(() => asked.filter(({ zone_name }) => zone_name === named(name)).length))

const request = Schema.decodeUnknownSync(CreateZone)

export const createZone = Effect.fnUntraced(
  function*(owner: Customer, name: string, members: Record<string, unknown> = {}) {
    const zones = yield* Zones
    return yield* owner.act(zones.create(request({ name, ...members })))
  }
)

export const claim = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const claims = yield* ZoneClaims
  return yield* owner.act(claims.claim(name))
})

/** An organization's zone of a name. */
export const zoneOf = Effect.fnUntraced(function*({ organization_id }: Customer, name: string) {
  const store = yield* ZoneStore
  return Option.getOrThrow(yield* store.find({ organization_id, name: named(name) }))
})

/** The organization whose zone of a name is served. */
export const servedFor = Effect.fnUntraced(function*(name: string) {
  const { served } = yield* ZoneOwnershipStore
  return (yield* served([named(name)])).get(named(name))?.organization_id
})

export const isDisplaced = (owner: Customer, name: string) =>
  Effect.map(zoneOf(owner, name), ({ displaced_on }) => displaced_on !== null)

/** The ownership of an organization's zone as `state proof served`, and the codes of what is missing. */
export const ownershipOf = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const zones = yield* Zones
  const { ownership: { is_served, missing, proof, state } } = yield* owner.act(zones.get(name, []))
  return [
    state,
    ...(proof === null ? [] : [proof]),
    ...(is_served ? ["served"] : []),
    ...missing.map(({ code }) => code)
  ]
    .join(" ")
})

/** Lets a day pass in which what is due is done. */
export const nextDay = Effect.andThen(TestClock.adjust("24 hours"), round)

/** Puts a zone into a state that it had before the test. */
export const restate = Effect.fnUntraced(function*(zone: Zone, members: Partial<Zone>) {
  const store = yield* ZoneStore
  yield* store.update(zone, { ...zone, ...members })
})
