export { defineProtocol } from './define-protocol.ts';
export { magi } from './magi/declaration.ts';
export { pipeline } from './pipeline/declaration.ts';
export { findProtocol, protocols } from './registry.ts';
export { reviewFix } from './review-fix/declaration.ts';
export { reviewFixLoop } from './review-fix-loop/declaration.ts';
export { revise } from './revise/declaration.ts';
