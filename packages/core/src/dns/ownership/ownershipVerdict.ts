import * as DnsName from "../DnsName.ts"
import type { OwnershipEvidence, OwnershipGap } from "./Ownership.ts"
import type { OwnershipAnswers, OwnershipQuestion, SilentServer } from "./OwnershipAnswers.ts"
import { type OwnershipFinding, unknown } from "./OwnershipProof.ts"

const proven = (proof: OwnershipEvidence): OwnershipFinding => ({ _tag: "Proven", proof })
const unproven = (...missing: ReadonlyArray<OwnershipGap>): OwnershipFinding => ({ _tag: "Unproven", missing })

/** Maximum number of names in a message. */
const namesShown = 13

const listed = (names: ReadonlyArray<DnsName.DnsName>): string =>
  names.length > namesShown ? `${names.slice(0, namesShown).join(", ")} and others` : names.join(", ")

const described = (silent: ReadonlyArray<SilentServer>): string =>
  silent.slice(0, namesShown).map(({ reason, server }) => `${server} ${reason}`).join("; ")

/** True for names below the common ones, each of which was generated for one organization. */
const isGenerated = ({ common_nameservers }: OwnershipQuestion, name: DnsName.DnsName): boolean =>
  common_nameservers.some((common) => common !== name && DnsName.isWithin(name, common))

/** True if the name by itself shows that the nameserver is the platform's. */
export const isPlatformName = (question: OwnershipQuestion, name: DnsName.DnsName): boolean =>
  question.common_nameservers.includes(name) || question.vanity_nameservers.includes(name)
  || isGenerated(question, name)

/**
 * Decides on the answers of the public DNS. A proof needs the same delegation from every nameserver of the parent zone.
 * One that did not answer leaves a proof undecided; it does not make up for a contradiction.
 */
export const ownershipVerdict = (question: OwnershipQuestion, answers: OwnershipAnswers): OwnershipFinding => {
  const { delegations, parent, silent_parents } = answers
  const [first] = delegations
  if (first === undefined) return unknown(`No nameserver of ${parent} answered: ${described(silent_parents)}`)
  const { nameservers } = first
  if (delegations.some((other) => other.nameservers.join() !== nameservers.join())) {
    return unproven(disputed(question, answers))
  }
  if (nameservers.length === 0) {
    return unproven({ code: "not_delegated", detail: `${parent} has no delegation of ${question.zone}` })
  }
  // A zone's own content is chosen by its user; only the parent zone proves ownership.
  const isReferred = delegations.every(({ is_referral }) => is_referral)
  const named = isReferred ? namedProof(question, nameservers) : undefined
  const verdict = named ?? challengeVerdict(question, answers, nameservers)
  return verdict._tag === "Proven" && silent_parents.length > 0
    ? unknown(`Nameservers of ${parent} did not answer: ${described(silent_parents)}`)
    : verdict
}

const disputed = ({ zone }: OwnershipQuestion, { delegations, parent }: OwnershipAnswers): OwnershipGap => {
  const views = Map.groupBy(delegations, ({ nameservers }) => listed(nameservers))
  const texts = Array.from(views, ([names, answers]) => {
    const servers = Array.from(new Set(answers.map(({ server }) => server)))
    return `${listed(servers)} answer with ${names === "" ? "no delegation" : names}`
  })
  return {
    code: "delegation_disputed",
    detail: `The nameservers of ${parent} disagree about ${zone}: ${texts.join("; ")}`
  }
}

/** Names in the delegation that were generated for other organizations. */
const namesOfOthers = (question: OwnershipQuestion, nameservers: ReadonlyArray<DnsName.DnsName>) =>
  nameservers.filter((name) => isGenerated(question, name) && !question.own_nameservers.includes(name))

/** The proof by the names in the delegation alone; undefined if they prove nothing. */
const namedProof = (
  question: OwnershipQuestion,
  nameservers: ReadonlyArray<DnsName.DnsName>
): OwnershipFinding | undefined => {
  if (namesOfOthers(question, nameservers).length > 0) return undefined
  if (nameservers.some((name) => question.own_nameservers.includes(name))) return proven("own_nameservers")
  return nameservers.some((name) => question.vanity_nameservers.includes(name)) ? proven("vanity_set") : undefined
}

/** Gap of a delegation whose names prove nothing. */
const missingNames = (
  question: OwnershipQuestion,
  { platform_nameservers }: OwnershipAnswers,
  nameservers: ReadonlyArray<DnsName.DnsName>
): OwnershipGap => {
  const { own_nameservers, zone } = question
  const wanted = `Delegate it to ${listed(own_nameservers)}`
  const others = namesOfOthers(question, nameservers)
  if (others.length > 0) {
    return {
      code: "delegation_of_another",
      detail: `${zone} is delegated to ${listed(others)}, which another organization has. ${wanted}`
    }
  }
  return platform_nameservers.length > 0
    ? {
      code: "delegation_shared",
      detail: `${zone} is delegated to ${listed(platform_nameservers)}, which every organization has. ${wanted}`
    }
    : { code: "delegated_elsewhere", detail: `${zone} is delegated to ${listed(nameservers)}. ${wanted}` }
}

const challengeVerdict = (
  question: OwnershipQuestion,
  answers: OwnershipAnswers,
  nameservers: ReadonlyArray<DnsName.DnsName>
): OwnershipFinding => {
  const { challenge, zone } = question
  const { challenges, platform_nameservers, silent_children } = answers
  const without = challenges.filter(({ values }) => !values.includes(challenge.value)).map(({ server }) => server)
  if (without.length === 0 && silent_children.length > 0) {
    return unknown(`Nameservers of ${zone} did not answer: ${described(silent_children)}`)
  }
  if (without.length === 0 && challenges.length > 0) return proven("challenge")
  const reason = without.length > 0
    ? `it was not found on ${listed(without)}`
    : `all nameservers of the zone are the platform's: ${listed(platform_nameservers)}`
  return unproven(missingNames(question, answers, nameservers), {
    code: "challenge_missing",
    detail:
      `${challenge.name} needs a TXT record "${challenge.value}" on nameservers outside of the platform; ${reason}`
  })
}
