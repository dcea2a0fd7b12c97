import { Context, Duration, Effect } from "effect"
import { CodedError } from "../shared/index.ts"
import { suggestedNames } from "./suggestedNames.ts"
import type { SuggestionQuery } from "./SuggestionQuery.ts"

/** The source of suggestions failed, or did not answer in time. */
export class SuggestionsUnavailable extends CodedError<SuggestionsUnavailable>()("SuggestionsUnavailable", {
  code: "ERROR_DOMAIN_SEARCH_PROVIDER",
  message: "The source of suggestions did not answer"
}) {}

/** Source of suggested names, the best first. Names that are not offered here are dropped. */
export interface SuggestionSource {
  readonly suggest: (query: SuggestionQuery) => Effect.Effect<ReadonlyArray<string>, unknown>
  readonly timeout: Duration.Input
}

/** Time limit of the built-in source, and of a function of the host. */
export const standardSuggestionTimeout = Duration.seconds(5)

/** Source of this installation. Default: names that are made from the words of the query. */
export const CurrentSuggestionSource = Context.Reference<SuggestionSource>(
  "@namewright/core/availability/CurrentSuggestionSource",
  {
    defaultValue: () => ({
      suggest: (query) => Effect.sync(() => suggestedNames(query)),
      timeout: standardSuggestionTimeout
    })
  }
)
