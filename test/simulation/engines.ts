/** The n8n of a scenario. */
import type { EngineModel, EngineParts } from './n8nModel';
import { PlainEngine } from './plainEngine';
import type { Engine } from './scenario';
import { ScheduledEngine } from './scheduledEngine';

export function engineModel(engine: Engine, parts: EngineParts): EngineModel {
	switch (engine) {
		case 'plain':
			return new PlainEngine(parts, '2.41');
		case 'plain1':
			return new PlainEngine(parts, '1.123');
		case 'half':
			return new ScheduledEngine(parts, false);
		case 'durable':
			return new ScheduledEngine(parts, true);
	}
}
