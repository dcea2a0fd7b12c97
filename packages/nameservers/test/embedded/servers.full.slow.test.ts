import { assert, describe, it } from "@effect/vitest"
import { DnsName, type PublishedZone } from "@namewright/core/dns"
import { Effect, Result } from "effect"
import { fileServer, fileServerNames, fileServerPrograms } from "../../../../test/nameservers/FileServers.ts"
import { requires } from "../../../../test/requires.ts"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { Responder } from "../../src/embedded/Responder.ts"
import { ServedZones } from "../../src/embedded/ServedZones.ts"
import { zoneImage } from "../../src/image/ZoneImage.ts"
import { imageRrsetOf, Message, rrTypes, SignatureCache, zoneSignatures } from "../../src/index.ts"
import { newKey } from "../signing/ExampleKeys.ts"
import { zoneLines } from "../signing/signingText.ts"
import { askOverTcp } from "./askOverTcp.ts"
import { type ComparedAnswer, comparedAnswer } from "./comparedAnswer.ts"
import { drawnZone, drawOwner } from "./drawnZone.ts"

const kinds = ["unsigned", "nsec", "nsec3"] as const
type Kind = typeof kinds[number]

const zonesOfKind = 10
const now = () => Date.now()

/** The zones in a server of ours, and as files; signed once, so that both have the same signatures. */
const served = (zones: ReadonlyArray<PublishedZone>) => {
  const ours = new ServedZones(Number.MAX_SAFE_INTEGER)
  ours.isComplete = true
  const files = zones.map((zone) => {
    const rrsets = zone.rrsets.map(imageRrsetOf)
    const image = zoneImage(
      zone,
      (signed) => zoneSignatures(signed, { cache: new SignatureCache(), now: () => Math.floor(now() / 1000) })
    )
    ours.serve(image)
    const own = image.signatures === undefined
      ? rrsets
      : [...[...image.nodes.values()].flatMap((node) => [...node.values()]), ...image.signatures.all()]
    return { name: zone.name.slice(0, -1), lines: [...new Set(zoneLines(own))] }
  })
  return { responder: new Responder(ours, (defect) => assert.fail(String(defect))), files }
}

const types = [
  rrTypes.A,
  rrTypes.AAAA,
  rrTypes.TXT,
  rrTypes.MX,
  rrTypes.NS,
  rrTypes.SOA,
  rrTypes.CNAME,
  rrTypes.DNAME,
  rrTypes.DS,
  rrTypes.SRV,
  rrTypes.NSEC,
  rrTypes.DNSKEY,
  rrTypes.NSEC3PARAM
]

/** Every type at every name of the zones, and at as many names that may not be there. */
const queriesFor = (zones: ReadonlyArray<PublishedZone>, draw: Draw): ReadonlyArray<Message.Message> =>
  zones.flatMap((zone) => {
    const drawn = draw.times(60, () => {
      const owner = drawOwner(draw, 4)
      return owner === "@" ? zone.name : Result.getOrThrow(DnsName.parse(`${owner}.${zone.name}`))
    })
    return [...new Set([...zone.rrsets.map(({ name }) => name), ...drawn])].flatMap((name) =>
      types.map((type) => ({
        ...Message.query,
        questions: [{ name, type, class: 1 }],
        edns: { udpSize: 1232, version: 0, dnssecOk: draw.chance(80), options: [] }
      }))
    )
  })

const parts = ["code", "answers", "authorities", "additionals"] as const

const isSame = (left: ComparedAnswer, right: ComparedAnswer): boolean =>
  parts.every((part) => left[part] === right[part])

const answered = (responder: Responder, query: Message.Message): ComparedAnswer => {
  const octets = responder.respond(Buffer.from(Message.encode(query)), true, now())
  if (octets === undefined || typeof octets === "string") throw new Error("There is no answer")
  return comparedAnswer(Result.getOrThrow(Message.decode(octets)))
}

const difference = ({ questions: [question] }: Message.Message, ours: ComparedAnswer, theirs: ComparedAnswer): string =>
  [
    `${question?.name} ${question?.type}`,
    ...parts.filter((part) => ours[part] !== theirs[part]).map((part) => `${part}: ${ours[part]}\nnot ${theirs[part]}`)
  ].join("\n")

const compare = Effect.fnUntraced(function*(kind: Kind, seed: number) {
  const keys = kind === "unsigned" ? [] : [newKey()]
  const seeds = Array.from({ length: zonesOfKind }, (_, index) => seed + index)
  const zones = yield* Effect.forEach(
    seeds,
    (number) => drawnZone(new Draw(number), `z${number}.test`, keys, kind === "nsec3" ? "nsec3" : "nsec")
  )
  const { files, responder } = served(zones)
  const servers = yield* Effect.forEach(fileServerNames, (name) => fileServer(name, files))
  const queries = queriesFor(zones, new Draw(seed))
  const theirs = yield* Effect.forEach(servers, (server) => Effect.promise(() => askOverTcp(server, queries)))
  let agreed = 0
  const different: Array<string> = []
  for (const [index, query] of queries.entries()) {
    const others = theirs.flatMap((answers) => answers[index] === undefined ? [] : [comparedAnswer(answers[index])])
    // What two of three say is right as well, but only what all say is nobody's opinion.
    const [first] = others
    if (first === undefined || !others.every((other) => isSame(first, other))) continue
    agreed++
    const ours = answered(responder, query)
    if (!isSame(ours, first)) different.push(difference(query, ours, first))
  }
  return { asked: queries.length, agreed, different }
})

describe("responses equal those of BIND, Knot and NSD where the three agree", requires(...fileServerPrograms), () => {
  it.live.each(kinds)("for %s zones", (kind) =>
    Effect.gen(function*() {
      const { agreed, asked, different } = yield* Effect.scoped(compare(kind, 4000))
      assert.deepStrictEqual(different, [])
      assert.isAbove(agreed / asked, 0.8)
    }))
})
