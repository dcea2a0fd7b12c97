import type {
  AuthInfo,
  ContactCommand,
  ContactData,
  ContactDetails,
  Disclose,
  EppPostalAddress,
  EppStatus,
  EppTelephone,
  PostalInfo,
  PostalInfoChange,
  ResponseData
} from "@namewright/registry-epp"
import { present } from "../../src/message/present.ts"
import type { SampleText } from "./SampleText.ts"

const statuses = ["ok", "linked", "clientDeleteProhibited", "clientUpdateProhibited", "pendingTransfer"] as const
const operations = ["request", "query", "approve", "reject", "cancel"] as const
const forms = ["int", "loc"] as const

/** A command about contacts as a client could send it, by number. */
export const sampleContactCommand = (draw: SampleText): ContactCommand => {
  const id = draw.id(3, 16)
  return draw.pick<() => ContactCommand>([
    () => ({ _tag: "ContactCheck", ids: draw.some(1, 4, () => draw.id(3, 16)) }),
    () => present({ _tag: "ContactInfo", id, authInfo: draw.maybe(() => sampleAuthInfo(draw)) }),
    () => ({
      _tag: "ContactCreate",
      id,
      postalInfos: samplePostalInfos(draw),
      email: draw.token(1, 40),
      authInfo: sampleAuthInfo(draw),
      ...sampleDetails(draw)
    }),
    () => sampleContactUpdate(draw, id),
    () =>
      present({
        _tag: "ContactTransfer",
        operation: draw.pick(operations),
        id,
        authInfo: draw.maybe(() => sampleAuthInfo(draw))
      }),
    () => ({ _tag: "ContactDelete", id })
  ])()
}

const sampleContactUpdate = (draw: SampleText, id: string): ContactCommand => {
  const details = sampleDetails(draw)
  const change = present({
    ...details,
    voice: draw.chance(20) ? { number: "" } : details.voice,
    postalInfos: draw.some(0, 2, () => samplePostalInfoChange(draw)),
    email: draw.maybe(() => draw.token(1, 40)),
    authInfo: draw.maybe(() => sampleAuthInfo(draw))
  })
  const isChanged = Object.keys(change).length > 1 || change.postalInfos.length > 0
  return present({
    _tag: "ContactUpdate",
    id,
    add: draw.maybe(() => draw.some(1, 3, () => sampleStatus(draw, statuses))),
    remove: draw.maybe(() => draw.some(1, 3, () => sampleStatus(draw, statuses))),
    change: isChanged ? change : undefined
  })
}

/** Contact data of registries, by number. */
export const sampleContactData = (draw: SampleText): ResponseData => {
  const id = draw.id(3, 16)
  return draw.pick<() => ResponseData>([
    () => ({
      _tag: "ContactChecked",
      ids: draw.some(
        1,
        4,
        () => present({ id: draw.id(3, 16), available: draw.chance(50), reason: draw.maybe(() => draw.token(1, 32)) })
      )
    }),
    () => sampleContact(draw, id),
    () => ({ _tag: "ContactCreatedData", id, createdOn: draw.moment() }),
    () => ({
      _tag: "ContactTransferData",
      id,
      status: draw.pick(["pending", "clientApproved", "serverCancelled"]),
      requester: draw.id(3, 16),
      requestedOn: draw.moment(),
      actor: draw.id(3, 16),
      actsOn: draw.moment()
    }),
    () => samplePendingAction(draw, "contact", id)
  ])()
}

const sampleContact = (draw: SampleText, id: string): ContactData => ({
  _tag: "ContactData",
  id,
  roid: draw.roid(),
  statuses: draw.some(1, 4, () => sampleStatus(draw, statuses)),
  postalInfos: samplePostalInfos(draw),
  email: draw.token(1, 40),
  ...sampleDetails(draw),
  ...sampleHistory(draw),
  ...present({ authInfo: draw.maybe(() => sampleAuthInfo(draw)) })
})

export const samplePendingAction = (draw: SampleText, object: "contact" | "host", id: string): ResponseData =>
  present({
    _tag: "PendingActionData",
    object,
    id,
    accepted: draw.chance(50),
    clTRID: draw.maybe(() => draw.id(3, 64)),
    svTRID: draw.id(3, 64),
    date: draw.moment()
  })

export const sampleStatus = (
  draw: SampleText,
  names: readonly [string, ...ReadonlyArray<string>]
): EppStatus => present({ status: draw.pick(names), text: draw.maybe(() => draw.token(1, 30)) })

export const sampleHistory = (draw: SampleText) => ({
  sponsor: draw.id(3, 16),
  creator: draw.id(3, 16),
  createdOn: draw.moment(),
  ...present({
    updater: draw.maybe(() => draw.id(3, 16)),
    updatedOn: draw.maybe(() => draw.moment()),
    transferredOn: draw.maybe(() => draw.moment())
  })
})

const sampleAuthInfo = (draw: SampleText): AuthInfo =>
  present({ password: draw.chance(10) ? "" : ` ${draw.token(6, 32)} `, roid: draw.maybe(() => draw.roid()) })

const samplePostalInfos = (draw: SampleText): ReadonlyArray<PostalInfo> =>
  draw.pick<ReadonlyArray<PostalInfo["type"]>>([["int"], ["loc"], ["int", "loc"]]).map((type) =>
    present({
      type,
      name: draw.token(1, 255),
      organization: draw.maybe(() => draw.token(1, 255)),
      address: sampleAddress(draw)
    })
  )

const samplePostalInfoChange = (draw: SampleText): PostalInfoChange =>
  present({
    type: draw.pick(forms),
    name: draw.maybe(() => draw.token(1, 255)),
    organization: draw.maybe(() => draw.token(0, 255)),
    address: draw.maybe(() => sampleAddress(draw))
  })

const sampleAddress = (draw: SampleText): EppPostalAddress =>
  present({
    street: draw.some(0, 3, () => draw.token(1, 255)),
    city: draw.token(1, 255),
    state: draw.maybe(() => draw.token(1, 255)),
    postalCode: draw.maybe(() => draw.token(1, 16)),
    country: draw.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2)
  })

const sampleDetails = (draw: SampleText): ContactDetails =>
  present({
    voice: draw.maybe(() => sampleTelephone(draw)),
    fax: draw.maybe(() => sampleTelephone(draw)),
    disclose: draw.maybe(() => sampleDisclose(draw))
  })

const sampleTelephone = (draw: SampleText): EppTelephone =>
  present({
    number: `+${draw.text("123456789", 1 + draw.below(3))}.${draw.text("0123456789", 1 + draw.below(12))}`,
    extension: draw.maybe(() => draw.token(1, 8))
  })

const sampleDisclose = (draw: SampleText): Disclose => {
  const forms = () => draw.pick<Disclose["name"]>([[], ["int"], ["loc"], ["int", "loc"]])
  return {
    flag: draw.chance(50),
    name: forms(),
    organization: forms(),
    address: forms(),
    voice: draw.chance(50),
    fax: draw.chance(50),
    email: draw.chance(50)
  }
}
