import { Schema } from "effect"
import { call, type CallOptions, type CallsFor, inBody, type InputOf, type JsonOf, streamed } from "../shared/index.ts"
import { AvailabilityLookups } from "./AvailabilityLookups.ts"
import { BatchNames, NameStatus, StreamNames } from "./NameStatus.ts"
import { Suggestion, SuggestionRequest } from "./Suggestion.ts"
import { Suggestions } from "./Suggestions.ts"

export interface NameStatusJson extends JsonOf<typeof NameStatus> {}
export interface SuggestionJson extends JsonOf<typeof Suggestion> {}
export interface SuggestionInput extends InputOf<typeof SuggestionRequest> {}

/**
 * Statuses of names, for searches. Answers may be a few seconds old; `domains.check` always asks the registries, and
 * returns prices.
 */
export interface AvailabilityCalls {
  /**
   * Returns the statuses of at most 50 names, in their order.
   *
   * Rights: none.
   *
   * @example
   * const statuses = await caller.availability.check(["example.com", "example.net"])
   */
  readonly check: (names: ReadonlyArray<string>, options?: CallOptions) => Promise<ReadonlyArray<NameStatusJson>>
  /**
   * Iterates over the statuses of at most 1,000 names, each as soon as its registry has answered. Leaving the loop ends
   * the look-ups. `timeout` applies to the whole iteration.
   *
   * Rights: none.
   *
   * @example
   * for await (const { domain, status } of caller.availability.stream(["example.com", "example.net"])) {
   *   console.log(domain, status)
   * }
   */
  readonly stream: (names: ReadonlyArray<string>, options?: CallOptions) => AsyncIterable<NameStatusJson>
  /**
   * Suggests available names for words or a name, with their prices, the best first.
   *
   * Rights: none.
   *
   * @throws ERROR_DOMAIN_SEARCH_PROVIDER
   *
   * @example
   * const suggestions = await caller.availability.suggest({ query: "blue shop", tlds: ["com", "de"], limit: 10 })
   */
  readonly suggest: (request: SuggestionInput, options?: CallOptions) => Promise<ReadonlyArray<SuggestionJson>>
}

export const availabilityCalls = {
  check: call(
    [inBody(BatchNames)],
    Schema.Array(NameStatus),
    (names) => AvailabilityLookups.use((lookups) => lookups.check(names))
  ),
  stream: streamed(
    [inBody(StreamNames)],
    NameStatus,
    (names) => AvailabilityLookups.use((lookups) => lookups.stream(names))
  ),
  suggest: call(
    [inBody(SuggestionRequest)],
    Schema.Array(Suggestion),
    (request) => Suggestions.use((suggestions) => suggestions.suggest(request))
  )
} satisfies CallsFor<AvailabilityCalls>
