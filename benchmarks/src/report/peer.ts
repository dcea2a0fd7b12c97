import { createWriteStream } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import pg from "pg"
import { ZipFile } from "yazl"
import { large } from "../domains-list/portfolio.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { measured, type ReportTask } from "./measured.ts"

const task = taskOf<ReportTask>()

const query = `SELECT d.name, d.domain_id, d.tld, d.registered_on, d.expires_on, d.renewal_mode, d.registry_statuses,
  d.nameservers, d.contacts, d.is_premium, t.tags
  FROM domain_keys i JOIN domains d ON d.domain_no = i.domain_no
  LEFT JOIN domain_tag_sets t ON t.tag_set_no = i.tag_set_no
  WHERE i.owner_no = (SELECT owner_no FROM domain_owners WHERE organization_id = '${large}') ORDER BY i.name`

const heading =
  "name,domain_id,tld,registered_on,expires_on,renewal_mode,transfer_lock,registry_statuses,nameservers," +
  "registrant,admin,tech,billing,is_premium,tags\r\n"

interface Contact {
  readonly contact_id: string
  readonly contact_type: string
}

const idOf = (contacts: ReadonlyArray<Contact>, type: string): string =>
  contacts.filter(({ contact_type }) => contact_type === type).map(({ contact_id }) => contact_id).join(";")

const line = (row: any): string => {
  const contacts: ReadonlyArray<Contact> = JSON.parse(row.contacts)
  const nameservers: ReadonlyArray<{ readonly hostname: string }> = JSON.parse(row.nameservers)
  const statuses = row.registry_statuses.split(" ")
  return row.name + "," + row.domain_id + "," + row.tld + "," + (row.registered_on?.toISOString() ?? "") + "," +
    (row.expires_on?.toISOString() ?? "") + "," + row.renewal_mode + "," +
    statuses.includes("clientTransferProhibited") + "," + statuses.join(";") + "," +
    nameservers.map(({ hostname }) => hostname).join(";") + "," + idOf(contacts, "registrant") + "," +
    idOf(contacts, "admin") + "," + idOf(contacts, "tech") + "," + idOf(contacts, "billing") + "," + row.is_premium +
    "," + (row.tags ?? "").trim().replaceAll(" ", ";") + "\r\n"
}

const rowsAtATime = 1000

let rows = 0

async function* parts(client: pg.Client) {
  let text = heading
  await client.query("BEGIN")
  await client.query(`DECLARE report CURSOR FOR ${query}`)
  for (;;) {
    const found = await client.query(`FETCH ${rowsAtATime} FROM report`)
    if (found.rows.length === 0) break
    rows += found.rows.length
    for (const row of found.rows) text += line(row)
    if (text.length >= 65_536) {
      yield Buffer.from(text)
      text = ""
    }
  }
  await client.query("COMMIT")
  yield Buffer.from(text)
}

/** The same table, joined by hand from a cursor of `pg`. */
const make = async () => {
  const client = new pg.Client({ connectionString: task.storage.url })
  await client.connect()
  const path = join(task.folder, "peer.zip")
  const archive = new ZipFile()
  archive.addReadStream(Readable.from(parts(client), { objectMode: false }), "domain_inventory.csv", {
    compressionLevel: 1
  })
  archive.end()
  await pipeline(archive.outputStream, createWriteStream(path))
  await client.end()
  return { rows, bytes: (await stat(path)).size }
}

serveParent(await measured(make))
