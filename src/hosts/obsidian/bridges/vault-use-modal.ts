import type { App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { mayUseVault } from '../../../mcp/client/bridge-target.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import type { Executor } from '../lifecycle/executor.js';
import { addFoldedLine } from '../shared/folded-line.js';
import { FormModal } from '../shared/form-modal.js';

export interface VaultUse {
  readonly bridge: BridgeConfig;
  readonly parts: readonly string[];
}

/** Returns the servers that use files of the vault without a person's permission. */
export async function vaultUsesOf(
  executor: Executor,
  bridges: readonly BridgeConfig[],
): Promise<readonly VaultUse[]> {
  const uses: VaultUse[] = [];
  for (const bridge of bridges) {
    const parts = mayUseVault(bridge) ? [] : await executor.vaultPartsOf(bridge);
    if (parts.length > 0) uses.push({ bridge, parts });
  }
  return uses;
}

export class VaultUseModal extends FormModal {
  /** `confirm` must check the press before its first await. */
  constructor(
    app: App,
    private readonly uses: readonly VaultUse[],
    private readonly confirm: (press: Press) => Promise<Result<void>>,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle('Let these servers use this vault?');
    contentEl.createEl('p', {
      text: 'Agents can write to this vault. They could change a program or setting in it, which then runs with the server’s saved values. Confirm only what you expect, such as the folder a file server reads.',
    });
    const list = contentEl.createEl('ul', { cls: 'countersign-preview' });
    for (const { bridge, parts } of this.uses) {
      const what = `${bridge.alias}: ${describeTarget(bridge)}. In this vault: ${parts.join('; ')}`;
      addFoldedLine(list.createEl('li'), showInvisible(what));
    }
    this.addButtons({ text: 'Allow', act: this.confirm });
  }
}
