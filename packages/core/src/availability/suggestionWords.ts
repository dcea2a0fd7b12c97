/** Words that are put before a searched one. English, then German. */
export const prefixes = ["my", "get", "the", "go", "try", "mein", "das", "die", "unser", "top"] as const

/** Words that are put after a searched one. English, then German. */
export const suffixes = [
  "online",
  "shop",
  "hq",
  "app",
  "now",
  "group",
  "team",
  "world",
  "haus",
  "welt",
  "laden",
  "service"
] as const
