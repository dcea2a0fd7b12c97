import { Layer } from "effect"
import { CurrentSuggestionSource, standardSuggestionTimeout, type SuggestionQuery } from "../availability/index.ts"
import { callHost } from "../telemetry/index.ts"

/**
 * Suggests names for a query, the best first; more than `limit`, because some are taken. `signal` ends with the time
 * limit of 5 seconds.
 */
export type SuggestionFunction = (
  query: SuggestionQuery,
  options: { readonly signal: AbortSignal }
) => Promise<ReadonlyArray<string>> | ReadonlyArray<string>

/** The option as the source of suggestions; nothing without one. */
export const suggestionsLayer = (suggest: SuggestionFunction | undefined): Layer.Layer<never> =>
  suggest === undefined ? Layer.empty : Layer.succeed(CurrentSuggestionSource, {
    suggest: (query) => callHost((signal) => suggest(query, { signal })),
    timeout: standardSuggestionTimeout
  })
