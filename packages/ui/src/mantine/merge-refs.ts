import { useMergedRef } from '@mantine/hooks';
import type { Ref, RefCallback } from 'react';

/** The hook of this name in `@floating-ui/react`, for Mantine's ScrollArea (packages/federation/src/scroll-area.ts). */
export const useMergeRefs = <T>(refs: readonly Ref<T>[]): RefCallback<T> => useMergedRef(...refs);
