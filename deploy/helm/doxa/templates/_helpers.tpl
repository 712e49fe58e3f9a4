{{- define "doxa.name" -}}
{{- if contains "doxa" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-doxa" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "doxa.selector" -}}
app.kubernetes.io/name: doxa
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "doxa.labels" -}}
{{ include "doxa.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "doxa.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* A pod without rights: the same of services, workers and the backup. */}}
{{- define "doxa.pod" -}}
serviceAccountName: {{ include "doxa.name" . }}
automountServiceAccountToken: false
# Of a service named doxa its variables would begin as settings do.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "doxa.container" -}}
image: {{ include "doxa.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
envFrom:
  - configMapRef: {name: {{ include "doxa.name" . }}}
env:
  {{- range $variable, $key := dict "DOXA_NEO4J_PASSWORD" "neo4j-password" "DOXA_TOKEN_KEY" "token-key" "DOXA_LEDGER_KEY" "ledger-key" }}
  - name: {{ $variable }}
    valueFrom: {secretKeyRef: {name: {{ $.Values.existingSecret }}, key: {{ $key }}}}
  {{- end }}
  {{- range $variable, $key := dict "DOXA_TOKEN_KEY_BEFORE" "token-key-before" "DOXA_ANTHROPIC_KEY" "anthropic-key" "DOXA_REDIS_URL" "redis-url" }}
  - name: {{ $variable }}
    valueFrom: {secretKeyRef: {name: {{ $.Values.existingSecret }}, key: {{ $key }}, optional: true}}
  {{- end }}
{{- end }}

{{- define "doxa.mounts" -}}
- {name: data, mountPath: /var/lib/doxa}
- {name: ledger, mountPath: /var/lib/doxa-ledger}
- {name: tmp, mountPath: /tmp}
- {name: files, mountPath: /etc/doxa, readOnly: true}
{{- end }}

{{- define "doxa.files" -}}
- name: files
  configMap: {name: {{ include "doxa.name" . }}-files}
- name: tmp
  emptyDir: {}
- name: data
  emptyDir: {}
{{- end }}

{{/* What has to begin anew when its settings change. */}}
{{- define "doxa.checksum" -}}
checksum/settings: {{ include (print $.Template.BasePath "/configmap.yaml") . | sha256sum }}
{{- end }}
