/** Media type of server-sent events. */
export const eventStreamType = "text/event-stream"

/** Text of an event (HTML, "Server-sent events"). JSON text has no line ends, so the data is one line. */
export const eventText = (data: unknown, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`

/** Comment that clients ignore. */
export const keepaliveText = ": keepalive\n\n"

/**
 * Events in the form in which callers without a stream receive them: the data of messages in `results`, and the data of
 * each named event under its name. Reads the text that `eventText` writes.
 */
export const collectedEvents = (text: string): Readonly<Record<string, unknown>> => {
  const results: Array<unknown> = []
  const named: Record<string, unknown> = {}
  for (const block of text.split("\n\n")) {
    const fields = new Map(
      block.split("\n").map((line) => {
        const end = line.indexOf(": ")
        return [line.slice(0, end), line.slice(end + 2)] as const
      })
    )
    const data = fields.get("data")
    if (data === undefined) continue
    const event = fields.get("event")
    if (event === undefined) results.push(JSON.parse(data))
    else named[event] = JSON.parse(data)
  }
  return { ...named, results }
}
