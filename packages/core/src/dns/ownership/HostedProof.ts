import { Effect, Layer, Option } from "effect"
import { type DomainStatus, type RegistryDomain, RegistryRouter } from "../../registry/index.ts"
import { DomainName, PlatformSettings } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import { absoluteName } from "../absoluteName.ts"
import * as DnsName from "../DnsName.ts"
import { domainParts } from "../domainParts.ts"
import { type OwnershipAnswers, type OwnershipQuestion, questionOf } from "./OwnershipAnswers.ts"
import { OwnershipProof, unknown } from "./OwnershipProof.ts"
import { isPlatformName, ownershipVerdict } from "./ownershipVerdict.ts"

/** Statuses of domains that their registry does not publish. */
const unpublished: ReadonlySet<DomainStatus> = new Set([
  "clientHold",
  "inactive",
  "pendingDelete",
  "redemptionPeriod",
  "serverHold"
])

/** Nameservers of names that are not registered at the registries of a sandbox. */
const elsewhere = ["ns1.elsewhere.example", "ns2.elsewhere.example"].map(absoluteName)

/** One nameserver of the parent zone for each delegation, and those of the zone outside of the platform. */
const answersWith = (
  question: OwnershipQuestion,
  views: ReadonlyArray<ReadonlyArray<DnsName.DnsName>>,
  challenge: ReadonlyArray<string> = []
): OwnershipAnswers => {
  const parent = DnsName.parent(question.zone) ?? DnsName.root
  const nameservers = [...new Set(views.flat())]
  return {
    parent,
    delegations: views.map((names, index) => ({
      server: absoluteName(`${"abcdefghijklm".charAt(index)}.nic.${parent}`),
      nameservers: names,
      is_referral: true
    })),
    silent_parents: [],
    platform_nameservers: nameservers.filter((name) => isPlatformName(question, name)),
    challenges: nameservers.filter((name) => !isPlatformName(question, name))
      .map((server) => ({ server, values: challenge })),
    silent_children: []
  }
}

const silent = (question: OwnershipQuestion): OwnershipAnswers => ({
  ...answersWith(question, []),
  silent_parents: [{ server: absoluteName("a.nic.example"), reason: "did not answer" }]
})

/** Simulated answers by label prefix; docs/dns-ownership.md lists them. */
const simulatedAnswers: Readonly<Record<string, (question: OwnershipQuestion) => OwnershipAnswers>> = {
  "delegated-": (question) => answersWith(question, [question.own_nameservers]),
  "challenged-": (question) => answersWith(question, [elsewhere], [question.challenge.value]),
  "shared-": (question) => answersWith(question, [question.common_nameservers]),
  "disputed-": (question) => answersWith(question, [question.own_nameservers, elsewhere]),
  "silent-": silent
}

/** Answers for an unregistered domain: simulated by its prefix, otherwise a delegation to other nameservers. */
const answersElsewhere = (question: OwnershipQuestion, domain: string): OwnershipAnswers => {
  const [, simulated] = Object.entries(simulatedAnswers).find(([prefix]) => domain.startsWith(prefix)) ?? []
  if (simulated !== undefined) return simulated(question)
  return answersWith(question, [question.zone === absoluteName(domain) ? elsewhere : []])
}

const answersOf = (question: OwnershipQuestion, { name, nameservers, statuses }: RegistryDomain): OwnershipAnswers => {
  const isPublished = question.zone === absoluteName(name) && !statuses.some((status) => unpublished.has(status))
  const delegated = isPublished ? nameservers.map(({ hostname }) => absoluteName(hostname)) : []
  return answersWith(question, [delegated.toSorted(DnsName.compare)])
}

/**
 * Proof of ownership of a sandbox, whose names are not in the public DNS. It answers with the delegations at the registries
 * of this installation, and with simulated answers for names with certain prefixes.
 */
export const HostedProof = Layer.effect(
  OwnershipProof,
  Effect.gen(function*() {
    const catalog = yield* TldCatalog
    const router = yield* RegistryRouter
    const { dns } = yield* PlatformSettings

    const registered = Effect.fnUntraced(function*(name: DomainName) {
      const registry = Option.flatMap(catalog.split(name), ({ spec }) => router.find(spec.backend))
      return Option.isNone(registry) ? Option.none() : yield* registry.value.infoDomain(name)
    })

    return OwnershipProof.of({
      check: Effect.fn("OwnershipProof.check")(
        function*(claim) {
          const question = questionOf(claim, dns)
          const { domain, suffix } = domainParts(claim.zone_name)
          if (domain === null || suffix === null) return unknown(`${claim.zone_name} is below no public suffix`)
          const name = DomainName.make(`${domain}.${suffix}`)
          // A registry shows the delegations of the platform's own domains alone.
          const found = Option.filter(yield* registered(name), ({ sponsor }) => sponsor === "account")
          return ownershipVerdict(
            question,
            Option.match(found, {
              onNone: () => answersElsewhere(question, name),
              onSome: (one) => answersOf(question, one)
            })
          )
        },
        Effect.catch((error) => Effect.succeed(unknown(error.message)))
      )
    })
  })
)
