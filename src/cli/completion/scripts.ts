/** Shell completion scripts. Each calls `imp complete` with the line up to the cursor. */

export const shells = ["bash", "fish", "zsh"] as const;

export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell): string {
  switch (shell) {
    case "bash":
      return bash;
    case "fish":
      return fish;
    case "zsh":
      return zsh;
  }
}

const bash = `# Completion of imp for bash: source this file, or add to ~/.bashrc:  eval "$(imp completion bash)"
_imp_completion() {
  local line="\${COMP_LINE:0:COMP_POINT}" IFS=$'\\n'
  COMPREPLY=($(imp complete "$line" 2>/dev/null))
  # bash replaces what follows the last colon or equals sign, where these break words.
  local word="\${line##*[[:space:]]}" head=""
  [[ "$COMP_WORDBREAKS" == *:* ]] && head="\${word%"\${word##*[:=]}"}"
  COMPREPLY=("\${COMPREPLY[@]#"$head"}")
  [[ "\${#COMPREPLY[@]}" -eq 1 && "\${COMPREPLY[0]}" == *: ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _imp_completion imp
`;

const zsh = `#compdef imp
# Completion of imp for zsh: put this file as _imp into a folder of $fpath, or add to ~/.zshrc:  eval "$(imp completion zsh)"
_imp() {
  local -a candidates
  candidates=("\${(@f)$(imp complete "\${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[1]}" ]]; then
    compadd -- "\${candidates[@]}"
  else
    _files
  fi
}
compdef _imp imp
`;

const fish = `# Completion of imp for fish: save this as ~/.config/fish/completions/imp.fish
complete -c imp -a '(imp complete (commandline -cp) 2>/dev/null)'
`;
