import { Result } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import { Message } from "../../src/index.ts"
import { frame, FrameReader } from "../../src/transport/DnsFrame.ts"

/** Maximum number of outstanding queries. */
const window = 32

/** Asks over one connection, and answers what came back, in the order of the questions. */
export const askOverTcp = async (
  { host, port }: { readonly host: string; readonly port: number },
  queries: ReadonlyArray<Message.Message>
): Promise<ReadonlyArray<Message.DecodedMessage>> => {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, "connect")
  const answers: Array<Message.DecodedMessage> = []
  let [asked, count] = [0, 0]
  const ask = () => {
    while (asked < queries.length && asked < count + window) {
      const query = queries[asked]
      if (query === undefined) break
      socket.write(frame(Message.encode({ ...query, id: asked % 65_536 })))
      asked++
    }
  }
  ask()
  const frames = new FrameReader()
  for await (const chunk of socket) {
    frames.push(chunk)
    for (let next = frames.next(); next !== undefined; next = frames.next()) {
      const answer = Result.getOrThrow(Message.decode(next))
      // Answers overtake each other; the window is far less than the ids that there are.
      const base = count - count % 65_536
      const index = [base + answer.id, base - 65_536 + answer.id, base + 65_536 + answer.id].find((candidate) =>
        candidate >= 0 && candidate < asked && answers[candidate] === undefined
      )
      if (index !== undefined) answers[index] = answer
      count++
    }
    if (count === queries.length) break
    ask()
  }
  socket.destroy()
  if (count < queries.length) throw new Error(`Only ${count} of ${queries.length} questions were answered`)
  return answers
}
