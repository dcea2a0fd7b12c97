import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  createWebhook: { body: { url: "https://receiver.example/hook" } },
  updateWebhook: { body: { enabled: true } },
  rotateWebhookSecret: { body: {} },
  replayWebhookEvents: { body: { since: "2026-01-01T00:00:00Z" } }
}
