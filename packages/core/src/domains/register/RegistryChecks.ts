import { Effect, Option } from "effect"
import type { NameAvailability, Registry } from "../../registry/index.ts"
import { DomainName, domainNameProblem, normalise } from "../../shared/index.ts"
import { makeOfferingOf } from "../offeringOf.ts"

/** A name as requested, with its registry, or the reason why it cannot be checked. */
export type AddressedName =
  | { readonly input: string; readonly name: DomainName; readonly registry: Registry; readonly tld: string }
  | { readonly input: string; readonly problem: string }

/** Finds the registry of a name as it was requested. */
export const makeAddressName = Effect.map(makeOfferingOf, (offeringOf) => (input: string): AddressedName => {
  const text = normalise(input.trim())
  const problem = domainNameProblem(text)
  if (problem !== undefined) return { input, problem }
  const name = DomainName.make(text)
  const offering = offeringOf(name)
  return Option.isNone(offering)
    ? { input, problem: "Names of this form are not offered here" }
    : { input, name, registry: offering.value.registry, tld: offering.value.tld }
})

/** Response of a registry for one name, or the reason why there is none. */
export type RegistryAnswer =
  | NameAvailability & { readonly error: null }
  | {
    readonly error: string
    /** True if the registry did not answer; false if it answered that it does not check the name. */
    readonly isSilent: boolean
  }

export const notAnswered: RegistryAnswer = { error: "The registry did not answer", isSilent: true }

/** Asks a registry about names, which may be repeated. A failure is the answer of every name. */
export const registryAnswers = (
  registry: Registry,
  names: ReadonlyArray<DomainName>,
  allocationToken?: string
): Effect.Effect<ReadonlyMap<DomainName, RegistryAnswer>> =>
  Effect.match(registry.checkDomains(Array.from(new Set(names)), allocationToken), {
    onSuccess: (answers) =>
      new Map(answers.map((answer): [DomainName, RegistryAnswer] => [answer.name, answerOf(answer)])),
    onFailure: (failure) => {
      const answer = failure._tag === "RegistryRefusal" ? { error: failure.message, isSilent: false } : notAnswered
      return new Map(names.map((name): [DomainName, RegistryAnswer] => [name, answer]))
    }
  })

const answerOf = ({ error, ...answer }: NameAvailability): RegistryAnswer =>
  error === null ? { ...answer, error } : { error, isSilent: false }
