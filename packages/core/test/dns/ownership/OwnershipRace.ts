import { challengeName, OwnershipChallenges, Zones } from "@namewright/core/dns"
import { Deletions, DomainStore, RestoreDomainRequest } from "@namewright/core/domains"
import { DomainName } from "@namewright/core/shared"
import { Effect, Exit, Option, Schema } from "effect"
import { type Customer, register, transferIn } from "../../domains/DomainsPlatform.ts"
import type { Draw } from "../Draw.ts"
import { answering, claim, createZone, named, write } from "./ClaimsPlatform.ts"

/** Organizations that compete for a name. */
export interface Contenders {
  readonly squatter: Customer
  readonly registrant: Customer
  /** Suborganization of the registrant. */
  readonly branch: Customer
  /** Trusted by the operator, so that its unproven zones are served. */
  readonly hoster: Customer
}
export type Contender = keyof Contenders

export const kinds = ["create", "edit", "claim", "removeZone", "register", "transferIn", "delete", "restore"] as const

/** The zone's owner consents to a zone of the squatter at `www` below it. */
const consent = "consent"

/** Operation of one contender on the contested name, or on `www` below it. */
export interface RaceStep {
  readonly kind: (typeof kinds)[number] | typeof consent
  readonly by: Contender
  readonly below: boolean
  /** Turns of the event loop before the step begins. */
  readonly pause: number
}

const step = (kind: RaceStep["kind"], by: Contender, below = false): RaceStep => ({ kind, by, below, pause: 0 })

const consented = [step("register", "registrant"), step("create", "registrant"), step(consent, "registrant")]

/** States of the name before the race, as the steps that lead there, and the acquisition that follows from them. */
const starts: readonly [Start, ...ReadonlyArray<Start>] = [
  { before: [], acquisition: "register" },
  { before: [step("create", "squatter")], acquisition: "register" },
  { before: [step("create", "squatter"), step("claim", "squatter")], acquisition: "register" },
  { before: [step("create", "squatter", true), step("claim", "squatter", true)], acquisition: "transferIn" },
  { before: [step("create", "hoster"), step("create", "squatter", true)], acquisition: "register" },
  { before: [step("create", "registrant"), step("create", "hoster", true)], acquisition: "transferIn" },
  { before: [step("register", "branch"), step("create", "branch"), step("delete", "branch")], acquisition: "register" },
  { before: [step("register", "registrant"), step("create", "registrant")], acquisition: "register" },
  { before: [...consented, step("delete", "registrant")], acquisition: "restore" },
  { before: [...consented, step("create", "squatter", true)], acquisition: "transferIn" },
  {
    before: [step("register", "registrant"), step("create", "registrant"), step("delete", "registrant")],
    acquisition: "restore"
  },
  {
    before: [step("register", "registrant"), step("delete", "registrant"), step("create", "hoster")],
    acquisition: "restore"
  }
]
interface Start {
  readonly before: ReadonlyArray<RaceStep>
  readonly acquisition: "register" | "transferIn" | "restore"
}

/** The end of a deletion: at once under `swift`, in redemption under `bare`. */
const tldOf = ({ acquisition }: Start) => acquisition === "restore" ? "bare" : "swift"

/** Steps that lead to the start, and those that run at the same time: a creation, an acquisition, and up to three others. */
export interface Race {
  readonly name: string
  readonly before: ReadonlyArray<RaceStep>
  readonly concurrent: ReadonlyArray<RaceStep>
}

export const drawRace = (draw: Draw, number: number): Race => {
  const start = draw.pick(starts)
  const paused = (drawn: RaceStep): RaceStep => ({ ...drawn, pause: draw.below(30) })
  const another = () =>
    step(draw.pick(kinds), draw.pick(["squatter", "registrant", "branch", "hoster"]), draw.chance(40))
  const concurrent = [
    step("create", "squatter", draw.chance(40)),
    step(start.acquisition, "registrant"),
    ...draw.times(draw.below(4), another)
  ]
  return { name: `race-${number}.${tldOf(start)}`, before: start.before, concurrent: concurrent.map(paused) }
}

const rrset = { name: "host", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] } as const

const carryOut = Effect.fnUntraced(
  function*(contenders: Contenders, name: string, { below, by, kind, pause }: RaceStep) {
    const owner = contenders[by]
    const zone = below ? `www.${name}` : name
    const zones = yield* Zones
    for (let turn = 0; turn < pause; turn++) yield* Effect.yieldNow
    switch (kind) {
      case "create":
        return yield* Effect.asVoid(createZone(owner, zone, { rrsets: [rrset] }))
      case "edit":
        return yield* Effect.asVoid(owner.act(zones.patchRrsets(zone, { ops: [{ op: "upsert", rrset }] })))
      case consent: {
        const { organization_id } = contenders.squatter
        const guest = named(`www.${name}`)
        const { value } = yield* OwnershipChallenges.use(({ of }) => of(organization_id, guest))
        const record = { name: challengeName(guest), type: "TXT", ttl: 300, records: [{ rdata: value }] } as const
        return yield* Effect.asVoid(owner.act(zones.patchRrsets(name, { ops: [{ op: "upsert", rrset: record }] })))
      }
      case "claim":
        return yield* Effect.asVoid(claim(owner, zone))
      case "removeZone":
        return yield* owner.act(zones.remove(zone))
      case "register":
        return yield* Effect.asVoid(register(owner, name, { period: { unit: "y", value: 2 } }))
      case "transferIn":
        return yield* Effect.asVoid(transferIn(owner, name))
      case "delete":
      case "restore":
        return yield* departed(owner, name, kind)
    }
  }
)

const departed = Effect.fnUntraced(function*(owner: Customer, name: string, kind: "delete" | "restore") {
  const domains = yield* DomainStore
  const deletions = yield* Deletions
  const found = yield* domains.find(DomainName.make(name))
  if (Option.isNone(found)) return
  const { domain_id } = found.value
  if (kind === "delete") return yield* owner.act(deletions.remove(domain_id))
  yield* owner.act(deletions.restore(domain_id, Schema.decodeUnknownSync(RestoreDomainRequest)({})))
})

/** Runs a race. Result: the outcome of every concurrent step, `done` or the tag of the refusal; defects fail it. */
export const runRace = Effect.fnUntraced(function*(contenders: Contenders, { before, concurrent, name }: Race) {
  for (const zone of [name, `www.${name}`]) yield* write(zone, answering.ownNameservers)
  for (const one of before) yield* Effect.orDie(carryOut(contenders, name, one))
  const exits = yield* Effect.all(concurrent.map((one) => Effect.exit(carryOut(contenders, name, one))), {
    concurrency: "unbounded"
  })
  return yield* Effect.forEach(exits, (exit, index) =>
    Exit.match(exit, {
      onSuccess: () => Effect.succeed(`${concurrent[index]?.kind}: done`),
      onFailure: (cause) => {
        const [reason] = cause.reasons
        return reason?._tag === "Fail" && cause.reasons.length === 1
          ? Effect.succeed(`${concurrent[index]?.kind}: ${reason.error._tag}`)
          : Effect.failCause(cause)
      }
    }))
})
