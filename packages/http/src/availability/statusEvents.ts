import type { NameStatus } from "@namewright/core/availability"
import { Clock, Duration, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { eventStreamType, eventText, keepaliveText } from "../shared/eventStream.ts"

/** Time between two comments that keep proxies from closing a connection. */
const keepaliveTime = Duration.seconds(15)

/**
 * Response with a message for each status, in the order of the stream, and the event `done`. Statuses that are known at
 * once are sent in one piece.
 *
 * @param started Time of the request in milliseconds.
 */
export const statusEvents = (
  statuses: Stream.Stream<NameStatus>,
  total: number,
  started: number
): HttpServerResponse.HttpServerResponse => {
  const messages = Stream.mapArray(statuses, ([first, ...others]) => [[first, ...others].map(messageOf).join("")])
  const keepalives = Stream.tick(keepaliveTime).pipe(Stream.drop(1), Stream.map(() => keepaliveText))
  const done = Stream.fromEffect(
    Effect.map(Clock.currentTimeMillis, (ended) => eventText({ total, processing_time_ms: ended - started }, "done"))
  )
  const text = Stream.concat(Stream.merge(messages, keepalives, { haltStrategy: "left" }), done)
  return HttpServerResponse.stream(Stream.encodeText(text), {
    contentType: eventStreamType,
    headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
  })
}

const messageOf = (status: NameStatus): string => eventText(status)
