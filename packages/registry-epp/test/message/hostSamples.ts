import type { EppAddress, EppHostParts, HostCommand, ResponseData } from "@namewright/registry-epp"
import { present } from "../../src/message/present.ts"
import { sampleHistory, samplePendingAction, sampleStatus } from "./contactSamples.ts"
import type { SampleText } from "./SampleText.ts"

const statuses = ["ok", "linked", "clientDeleteProhibited", "serverUpdateProhibited", "pendingUpdate"] as const

/** A command about hosts as a client could send it, by number. */
export const sampleHostCommand = (draw: SampleText): HostCommand => {
  const name = draw.name()
  return draw.pick<() => HostCommand>([
    () => ({ _tag: "HostCheck", names: draw.some(1, 4, () => draw.name()) }),
    () => ({ _tag: "HostInfo", name }),
    () => ({ _tag: "HostCreate", name, addresses: draw.some(0, 3, () => sampleAddress(draw)) }),
    () =>
      present({
        _tag: "HostUpdate",
        name,
        add: draw.maybe(() => sampleParts(draw)),
        remove: draw.maybe(() => sampleParts(draw)),
        newName: draw.maybe(() => draw.name())
      }),
    () => ({ _tag: "HostDelete", name })
  ])()
}

/** Host data of registries, by number. */
export const sampleHostData = (draw: SampleText): ResponseData => {
  const name = draw.name()
  return draw.pick<() => ResponseData>([
    () => ({
      _tag: "HostChecked",
      names: draw.some(
        1,
        4,
        () => present({ id: draw.name(), available: draw.chance(50), reason: draw.maybe(() => draw.token(1, 32)) })
      )
    }),
    () => ({
      _tag: "HostData",
      name,
      roid: draw.roid(),
      statuses: draw.some(1, 4, () => sampleStatus(draw, statuses)),
      addresses: draw.some(0, 3, () => sampleAddress(draw)),
      ...sampleHistory(draw)
    }),
    () => ({ _tag: "HostCreatedData", name, createdOn: draw.moment() }),
    () => samplePendingAction(draw, "host", name)
  ])()
}

const sampleAddress = (draw: SampleText): EppAddress =>
  draw.chance(50)
    ? { version: "v4", address: `192.0.2.${draw.below(256)}` }
    : { version: "v6", address: `2001:db8::${draw.below(65_536).toString(16)}` }

const sampleParts = (draw: SampleText): EppHostParts => ({
  addresses: draw.some(1, 3, () => sampleAddress(draw)),
  statuses: draw.some(0, 2, () => sampleStatus(draw, statuses))
})
