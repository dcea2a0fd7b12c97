import { Cause, Logger } from "effect"

/** One line for each entry: time, level, what happened, and its annotations; the cause of a failure follows below. */
export const lineLogger = Logger.make<unknown, void>((entry) => {
  const { annotations, cause, level, message, timestamp } = Logger.formatStructured.log(entry)
  const texts = (Array.isArray(message) ? message : [message]).map(textOf)
  const facts = Object.entries(annotations).map(([key, value]) => `${key}=${textOf(value)}`)
  const line = [timestamp.slice(11, 19), level.padEnd(5), ...texts, ...facts].join(" ")
  console.log(cause === undefined ? line : `${line}\n${Cause.pretty(entry.cause)}`)
})

const textOf = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value)
