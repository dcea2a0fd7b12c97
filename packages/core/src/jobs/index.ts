export * from "./Batch.ts"
export * from "./BatchCommand.ts"
export {
  authorizeCommands,
  expandCommands,
  type ExpandedCommands,
  refuseTooMany,
  type RegisteredCommand,
  registeredCommands,
  requestCount
} from "./BatchCommands.ts"
export * from "./BatchSource.ts"
export * from "./BulkPayload.ts"
export * from "./BulkTemplate.ts"
export * from "./ClaimedJob.ts"
export * from "./CommandForm.ts"
export * from "./failedBy.ts"
export * from "./FairShares.ts"
export * from "./Job.ts"
export * from "./JobAnnouncements.ts"
export * from "./JobCalls.ts"
export * from "./JobError.ts"
export * from "./JobErrorClass.ts"
export * from "./JobFailure.ts"
export * from "./JobKind.ts"
export * from "./JobKinds.ts"
export * from "./JobQueue.ts"
export * from "./Jobs.ts"
export * from "./JobState.ts"
export * from "./JobStore.ts"
export * from "./JobTimetable.ts"
export * from "./JobWakeup.ts"
export * from "./JobWorker.ts"
export * from "./JobWorkerSettings.ts"
export * from "./NewJob.ts"
export * from "./PlanEach.ts"
export * from "./Secrets.ts"
export * from "./StoredRequest.ts"
export * from "./SubmittedBy.ts"
