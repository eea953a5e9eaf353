// The answer by which a receiver of webhooks says that it wants nothing any more (Standard Webhooks): deliveries end by it, and pages tell of it.

export const goneStatus = 410

export const goneWords = `the receiver answered with status ${goneStatus}: it is gone`
