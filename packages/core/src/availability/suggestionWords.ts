/** Words that are put before or after a searched one. English, then German. */
export const suggestionWords = {
  before: ["my", "get", "the", "go", "try", "mein", "das", "die", "unser", "top"],
  after: ["online", "shop", "hq", "app", "now", "group", "team", "world", "haus", "welt", "laden", "service"]
} as const
