import type { ContactRecord, RegistryRefusal, TransferRecord } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { ContactTransfer } from "../message/ContactCommand.ts"
import type { EppStatus } from "../message/DomainCommand.ts"
import { present } from "../message/present.ts"
import type { ContactData } from "../message/ResponseData.ts"
import { checked, checkSize } from "./checks.ts"
import { contactChangeOf, contactDataOf, postalInfoOf, telephoneOf } from "./contactForms.ts"
import { type Answer, type CommandContext, CommandRefused, type Handlers } from "./Handlers.ts"
import { objectHistory } from "./objectHistory.ts"
import { transferData } from "./transferData.ts"
import { reportOf, verificationReport } from "./verificationReport.ts"

type ContactHandlers = Pick<
  Handlers,
  "ContactCheck" | "ContactInfo" | "ContactCreate" | "ContactUpdate" | "ContactTransfer" | "ContactDelete"
>

const done: Answer = { code: 1000 }

/** The commands of RFC 5733. */
export const contactHandlers: ContactHandlers = {
  ContactCheck: Effect.fnUntraced(function*({ ids }, context) {
    yield* checkSize(ids, context)
    const found = yield* context.account.contacts.check(ids)
    return { ...done, data: { _tag: "ContactChecked", ids: found.map((one) => checked(one.id, one)) } }
  }),

  ContactInfo: Effect.fnUntraced(function*({ authInfo, id }, { account }) {
    const found = yield* account.contacts.find(id, authInfo?.password)
    if (Option.isNone(found)) return yield* missing(id)
    return { ...done, data: contactData(found.value) }
  }),

  ContactCreate: Effect.fnUntraced(function*(command, { account }) {
    const { created_on, handle } = yield* account.contacts.create(command.id, contactDataOf(command))
    return { ...done, data: { _tag: "ContactCreatedData", id: handle, createdOn: Instant.format(created_on) } }
  }),

  ContactUpdate: Effect.fnUntraced(function*(command, context) {
    const { account } = context
    const report = reportOf(command)
    if (report !== undefined) return yield* verificationReport(report, command, context)
    yield* account.contacts.update(command.id, contactChangeOf(command))
    return done
  }),

  ContactTransfer: Effect.fnUntraced(function*(command, context) {
    const transfer = yield* transferred(command, context)
    const code = command.operation === "request" && transfer.status === "pending" ? 1001 : 1000
    return { code, data: { _tag: "ContactTransferData", id: command.id, ...transferData(transfer) } }
  }),

  ContactDelete: Effect.fnUntraced(function*({ id }, { account }) {
    yield* account.contacts.delete(id)
    return done
  })
}

const missing = (id: string) => new CommandRefused({ code: 2303, text: `The contact ${id} does not exist` })

const contactData = ({ contact, statuses }: ContactRecord): ContactData =>
  present({
    _tag: "ContactData" as const,
    id: contact.handle,
    roid: contact.roid,
    statuses: statuses.map((status): EppStatus => ({ status })),
    postalInfos: contact.postal.map(postalInfoOf),
    voice: telephoneOf(contact.phone),
    fax: telephoneOf(contact.fax),
    email: contact.email,
    authInfo: contact.auth_code === null ? undefined : { password: contact.auth_code },
    disclose: contact.disclosure ?? undefined,
    ...objectHistory(contact.sponsor, contact)
  })

/** Carries out a transfer operation; returns the resulting transfer. */
const transferred = (
  { authInfo, id, operation }: ContactTransfer,
  { account: { contacts: { transfers } } }: CommandContext
): Effect.Effect<TransferRecord, CommandRefused | RegistryRefusal> => {
  switch (operation) {
    case "request":
      return transfers.request(id, authInfo?.password ?? null)
    case "query":
      return Effect.flatMap(
        transfers.query(id, authInfo?.password),
        Option.match({
          onNone: () =>
            Effect.fail(new CommandRefused({ code: 2301, text: "No transfer of the contact was asked for" })),
          onSome: Effect.succeed
        })
      )
    case "approve":
    case "reject":
    case "cancel":
      return transfers[operation](id)
  }
}
