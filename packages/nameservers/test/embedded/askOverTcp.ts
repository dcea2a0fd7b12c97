import { Result } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import { Message } from "../../src/index.ts"

/** How many questions are under way at once. */
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
      const octets = Message.encode({ ...query, id: asked % 65_536 })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(octets.length)
      socket.write(Buffer.concat([length, octets]))
      asked++
    }
  }
  ask()
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      const answer = Result.getOrThrow(Message.decode(received.subarray(2, end)))
      // Answers overtake each other; the window is far less than the ids that there are.
      const base = count - count % 65_536
      const place = [base + answer.id, base - 65_536 + answer.id, base + 65_536 + answer.id].find((index) =>
        index >= 0 && index < asked && answers[index] === undefined
      )
      if (place !== undefined) answers[place] = answer
      count++
      received = received.subarray(end)
    }
    if (count === queries.length) break
    ask()
  }
  socket.destroy()
  if (count < queries.length) throw new Error(`Only ${count} of ${queries.length} questions were answered`)
  return answers
}
