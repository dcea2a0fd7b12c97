import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  createZone: { body: { name: "new.example" } },
  replaceZoneRrsets: { body: { rrsets: [] } },
  patchZoneRrsets: { body: { ops: [] } },
  patchZoneRecords: { body: { ops: [] } },
  importZoneMasterFile: { body: { master_file: "" } },
  restoreZone: { body: { serial: 2026010100 } }
}
