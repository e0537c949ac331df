import { verifies } from '@hoplite/test/requirements';
import { idsCompliance } from '../../compliance/index.ts';
import { systemIds } from '../../src/ports/ids.ts';

verifies('node.ports.compliance');

idsCompliance('the system’s', () => systemIds);
