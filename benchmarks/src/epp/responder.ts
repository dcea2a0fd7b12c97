import { createServer } from "node:tls"
import { EppUri } from "../../../packages/registry-epp/src/message/EppUri.ts"
import type { DomainData } from "../../../packages/registry-epp/src/message/ResponseData.ts"
import { writeServerMessage } from "../../../packages/registry-epp/src/message/writeServerMessage.ts"
import { frame } from "../../../packages/registry-epp/src/wire/frame.ts"
import { listening, serveParent, taskOf } from "../harness/ChildProcess.ts"

/** Server with minimal cost, which sends the same response to every command at once. */
export interface ResponderTask {
  readonly certificate: string
  readonly key: string
}

const { certificate, key } = taskOf<ResponderTask>()

const greeting = writeServerMessage({
  _tag: "Greeting",
  server: "Responder",
  date: "2026-01-01T00:00:00Z",
  versions: ["1.0"],
  languages: ["en"],
  objects: [EppUri.domain],
  extensions: [EppUri.secDNS, EppUri.rgp]
})

const domain: DomainData = {
  _tag: "DomainData",
  name: "example.test",
  roid: "D1234567890-TEST",
  statuses: [{ status: "clientDeleteProhibited" }, { status: "clientTransferProhibited" }],
  registrant: "holder-1",
  contacts: [{ type: "admin", id: "holder-1" }, { type: "tech", id: "holder-2" }, { type: "billing", id: "holder-3" }],
  nameservers: { form: "objects", hosts: ["ns1.example.test", "ns2.example.test", "ns3.example.net"] },
  subordinateHosts: ["ns1.example.test", "ns2.example.test"],
  sponsor: "registrar",
  creator: "registrar",
  createdOn: "2020-01-01T00:00:00.000Z",
  updater: "registrar",
  updatedOn: "2025-06-01T12:00:00.000Z",
  expiresOn: "2030-01-01T00:00:00.000Z",
  authInfo: { password: "correct horse battery staple" }
}

const marker = "CLTRID"
const [head = "", tail = ""] = writeServerMessage({
  _tag: "Response",
  results: [{ code: 1000, message: "Command completed successfully", values: [], reasons: [] }],
  data: domain,
  extension: {
    secDNS: {
      form: "ds",
      records: [{
        keyTag: 12345,
        algorithm: 13,
        digestType: 2,
        digest: "49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC0000"
      }]
    },
    rgp: [{ status: "renewPeriod" }],
    other: []
  },
  clTRID: marker,
  svTRID: "SV-1"
}).split(marker)

const before = frame(head)
const after = Buffer.from(tail)
const opening = Buffer.from("<clTRID>")
const closing = Buffer.from("</clTRID>")

/** The response with the id of a command, as octets; building it as text would cost more than everything else. */
const answerTo = (command: Buffer): Buffer => {
  const from = command.indexOf(opening) + opening.length
  const id = command.subarray(from, command.indexOf(closing, from))
  const answer = Buffer.concat([before, id, after])
  answer.writeUInt32BE(answer.length, 0)
  return answer
}

const server = createServer({ cert: certificate, key }, (socket) => {
  let rest = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on("error", () => socket.destroy())
  socket.write(frame(greeting))
  socket.on("data", (chunk) => {
    let octets = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const answers: Array<Buffer> = []
    while (octets.length >= 4 && octets.length >= octets.readUInt32BE(0)) {
      const length = octets.readUInt32BE(0)
      answers.push(answerTo(octets.subarray(0, length)))
      octets = octets.subarray(length)
    }
    rest = octets
    if (answers.length > 0) socket.write(Buffer.concat(answers))
  })
})

serveParent(await listening(server), async () => server.close())
