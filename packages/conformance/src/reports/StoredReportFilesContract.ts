import type { ReportFiles } from "@namewright/core/reports"
import type { Layer } from "effect"
import * as runner from "vitest"
import { reportFilesContract } from "./ReportFilesContract.ts"

/** Contract of the storage of report files in the database. */
export const storedReportFilesContract = <E>(name: string, storage: Layer.Layer<ReportFiles, E>) =>
  reportFilesContract(name, storage, { runner, capabilities: ["ranges", "removal"] })
