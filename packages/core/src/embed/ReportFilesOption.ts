import { Layer, Predicate } from "effect"
import type { ReportFilesDriver } from "../reports/index.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"

const isFiles = (value: unknown): value is ReportFilesDriver =>
  Predicate.isObject(value) && Layer.isLayer(value["layer"])

/** Problems of the option `reportFiles`. */
export const reportFilesProblems = (option: unknown): ReadonlyArray<string> =>
  Layer.isLayer(option) || isFiles(option)
    ? []
    : ["expected a layer such as reportFolder(\"/var/lib/reports\"), or a driver of defineReportFiles({ ... })"]

/** The storage of report files of the option; without one, that of the database holds. */
export const reportFilesLayer = (option: PlatformOptions["reportFiles"]) =>
  option === undefined ? Layer.empty : isFiles(option) ? option.layer : option
