import type { OperationSamples } from "../platform/operationSamples.ts"

const contact = "contact_01h455vb4pex5vsknk084sn02q"

export const samples: OperationSamples = {
  createTag: { body: { type: "DOMAIN", label: "vip" } },
  changeObjectTags: { body: { type: "CONTACT", objects: [contact], replace: [] } },
  updateTag: { body: { label: "vip" } },
  changeTagObjects: { body: { add: [contact] } }
}
