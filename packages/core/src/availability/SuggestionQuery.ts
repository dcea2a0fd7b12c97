/** What names are searched for. */
export interface SuggestionQuery {
  /** Words or a name, as the caller wrote them. */
  readonly text: string
  /** TLDs under which names can be registered, the preferred ones first. */
  readonly tlds: ReadonlyArray<string>
  /** Names that the caller wants at most. Some of the suggested names are taken, so a source returns more. */
  readonly limit: number
}
